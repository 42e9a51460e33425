import { configure } from '@testing-library/dom';
import { beforeAll } from 'vitest';
import { fetchLate } from '#src/ui/late.tsx';

// The library's second is too short for a machine that runs other things: a page that comes late is not a failure.
configure({ asyncUtilTimeout: 30_000 });

// Menus, popovers and tooltips are drawn within the frame that opens them, as on a page that has shown one before.
beforeAll(fetchLate);
