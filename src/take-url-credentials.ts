import { takeUrlCredentials } from './platform/session/url-credentials.ts';

takeUrlCredentials();
