import { ComponentPicker } from '#src/views/list/name-picker.tsx';
import type { FilterField } from '#src/views/list/list-filters.tsx';
import { SEVERITIES } from '../severities.ts';
import { pickerOf } from '../values-of.tsx';
import { ANALYSIS_TYPES, STATUSES, valueTitle, type InsightParams } from './insight-search.ts';

const AnalyzerList = pickerOf({
  tbl: 'config_analysis',
  column: 'analyzer',
  label: 'Analyzer',
  placeholder: 'Find an analyzer',
  read: String,
  write: String,
});

/** Of the insights of one item, too, which name neither it nor its type. */
type FilteredParams = Omit<InsightParams, 'configType' | 'configId'>;

/** Spec 2: "Filters: type, severity, analyzer, component"; spec 7 has the status too. */
export const insightFilters: readonly FilterField<FilteredParams>[] = [
  {
    kind: 'choice',
    param: 'type',
    label: 'Type',
    anyLabel: 'All',
    values: ANALYSIS_TYPES,
    titleOf: valueTitle,
  },
  {
    kind: 'choice',
    param: 'severity',
    label: 'Severity',
    anyLabel: 'All',
    values: SEVERITIES,
    titleOf: String,
  },
  { kind: 'pick', param: 'analyzer', label: 'Analyzer', Picker: AnalyzerList },
  { kind: 'pick', param: 'component', label: 'Component', Picker: ComponentPicker },
  {
    kind: 'choice',
    param: 'status',
    label: 'Status',
    anyLabel: 'All',
    values: STATUSES,
    titleOf: valueTitle,
  },
];
