import { useState, type ReactElement } from 'react';
import { ControlsChapter } from './controls.tsx';
import { FiltersChapter } from './filters.tsx';
import { FormsChapter } from './forms.tsx';
import { GridChapter } from './grid.tsx';
import { MarksChapter } from './marks.tsx';
import { ViewsChapter } from './views.tsx';
import { Mark } from '../marks/mark.tsx';
import { Select } from '../forms/select.tsx';
import { applyDensity, applyTheme, type DensityChoice, type ThemeChoice } from '../theme.ts';
import { ToastRegion } from '../overlays/toast-region.tsx';

const THEMES: readonly { id: ThemeChoice; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];
const DENSITIES: readonly { id: DensityChoice; label: string }[] = [
  { id: 'auto', label: 'By pointer' },
  { id: 'compact', label: 'Compact' },
  { id: 'default', label: 'Default' },
  { id: 'touch', label: 'Touch' },
];

/** Every primitive in every state, for the development route /ui. Brings its own toast region when none is above. */
export function UiCatalogue({ hasToastRegion = false }: { hasToastRegion?: boolean }): ReactElement {
  const [theme, setTheme] = useState<ThemeChoice>('system');
  const [density, setDensity] = useState<DensityChoice>('auto');
  const chooseTheme = (next: ThemeChoice): void => {
    setTheme(next);
    applyTheme(document.documentElement, next);
  };
  const chooseDensity = (next: DensityChoice): void => {
    setDensity(next);
    applyDensity(document.documentElement, next);
  };
  return (
    <main className="@container mx-auto flex min-h-dvh w-full max-w-[84rem] flex-col gap-8 px-page py-6">
      <header className="flex flex-wrap items-end gap-4">
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Mark size={28} />
          <div>
            <h1 className="text-title font-semibold tracking-tight">Primitives</h1>
            <p className="text-table text-muted">Every part of the page in every state</p>
          </div>
        </div>
        <Choice label="Theme" options={THEMES} value={theme} onChange={chooseTheme} />
        <Choice label="Density" options={DENSITIES} value={density} onChange={chooseDensity} />
      </header>
      <MarksChapter />
      <FiltersChapter />
      <GridChapter />
      <ViewsChapter />
      <ControlsChapter />
      <FormsChapter />
      {!hasToastRegion && <ToastRegion />}
    </main>
  );
}

interface ChoiceProps<Id extends string> {
  label: string;
  options: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
}

function Choice<Id extends string>({ label, options, value, onChange }: ChoiceProps<Id>): ReactElement {
  return (
    <Select
      className="w-36"
      label={label}
      options={options}
      value={value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
    />
  );
}
