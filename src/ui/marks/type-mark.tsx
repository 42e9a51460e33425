import type { ReactElement } from 'react';
import { afterPaint } from '../after-paint.ts';
import { cx } from '../class-names.ts';
import { markOfIcon, markOfType, type TypeMarkLook } from './mark-of.ts';

interface MarkProps {
  /** Its name stands behind it in text: without it nothing would say what is meant. */
  className?: string | undefined;
}

/** The mark of a type of the catalog, `AWS::EC2::Instance`. */
export function TypeMark({ type, className }: MarkProps & { type: string | null }): ReactElement | null {
  return type === null || type === '' ? null : <KindMark className={className} look={markOfType(type)} />;
}

/** The mark of a kind of check or of scraper, or of what names an icon. */
export function IconMark({ name, className }: MarkProps & { name: string | null }): ReactElement | null {
  return name === null || name === '' ? null : <KindMark className={className} look={markOfIcon(name)} />;
}

/** As large before its image is there as with it; letters are no text, so that a cell says its name and nothing else. */
function KindMark({ look: { mark, letters }, className }: MarkProps & { look: TypeMarkLook }): ReactElement {
  return (
    <span
      aria-hidden
      className={cx('type-mark', mark !== undefined && `type-mark-${mark}`, className)}
      data-letters={mark === undefined ? letters : undefined}
      ref={bringMarks}
    />
  );
}

let isBegun = false;

/** The images come once something that has one is on the screen; where they cannot be had, the next one asks again. */
function bringMarks(): void {
  if (isBegun) return;
  isBegun = true;
  afterPaint(() => {
    import('./marks.css').catch(() => {
      isBegun = false;
    });
  });
}
