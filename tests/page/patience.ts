import { configure } from '@testing-library/dom';

// The library's second is too short for a machine that runs other things: a page that comes late is not a failure.
configure({ asyncUtilTimeout: 30_000 });
