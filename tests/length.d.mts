export function testLength(): 'short' | 'long' | undefined;
export function filesOf(stage: 'contract' | 'sim'): { include: string[]; exclude: string[] };
