import type { YamlContract } from './contracts/yaml-contract.ts';
import { deviceClock } from './runtime/clock.ts';
import { exposeContract } from './runtime/expose.ts';
import { lintText } from './runtime/lint-text.ts';
import { createLog } from './runtime/log.ts';

/* Reads YAML and JSON beside the page: a long text, or a slow pattern of a schema, holds nobody up. */

exposeContract<YamlContract>({ lint: async (question) => lintText(question) }, createLog(deviceClock));
