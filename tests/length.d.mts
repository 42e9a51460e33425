export function testLength(): 'short' | 'long' | undefined;
export function filesOf(stage: 'contract' | 'sim'): { include: string[]; exclude: string[] };
export function unitsOf(project: {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}): { include: string[]; exclude: string[] };
export declare function commitNumber(): number | undefined;
export declare function storyPart(): number | undefined;
export declare function storiesOf(part: number, directory: string): readonly string[];
