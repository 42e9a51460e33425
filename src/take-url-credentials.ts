import { takeUrlCredentials } from './platform/url-credentials.ts';

takeUrlCredentials();
