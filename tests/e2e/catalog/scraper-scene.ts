import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

export interface ScraperScene {
  readonly id: string;
  readonly name: string;
  readonly agent: string;
  /** An item that the scraper brought. */
  readonly itemId: string;
  /** Its runs: one that failed, one with a warning, two that went well; the newest first. */
  readonly runs: readonly string[];
}

const SPEC = { schedule: '@every 5m', aws: [{ region: ['eu-west-1'], connection: 'connection://aws' }] };

/** A scraper of an agent with an item and four runs, made for one test alone. */
export async function createScraper(facts: ServerFacts): Promise<ScraperScene> {
  const [id, agentId, itemId] = [randomUUID(), randomUUID(), randomUUID()];
  const name = `scraper-${id.slice(0, 8)}`;
  const agent = `agent-${id.slice(0, 8)}`;
  await facts.rows('insert into agents (id, name) values ($1, $2)', [agentId, agent]);
  await facts.rows(
    `insert into config_scrapers (id, name, description, source, spec, agent_id, created_by)
     values ($1, $2, 'Accounts of the test', 'UI', $3, $4, (select id from people where name is not null limit 1))`,
    [id, name, JSON.stringify(SPEC), agentId],
  );
  await facts.rows(
    `insert into config_items (id, name, type, config_class, scraper_id, config, created_at, updated_at)
     values ($1, $2, 'AWS::EC2::Instance', 'VirtualMachine', $3, '{}', now(), now())`,
    [itemId, `item of ${name}`, id],
  );
  const runs = [
    run(1, 'FAILED', 0, 2, 95_000, { errors: ['access denied: eu-west-1', 'throttled'] }),
    run(2, 'WARNING', 7, 1, 31_000, {
      errors: ['one account is closed'],
      scrape_summary: { 'AWS::EC2::Instance': { added: 3, unchanged: 40 } },
      summary: { removed: 2 },
    }),
    run(3, 'SUCCESS', 9, 0, 12_000, {}),
    run(60, 'SUCCESS', 8, 0, 11_000, {}),
  ];
  for (const each of runs) {
    await facts.rows(
      `insert into job_history (id, agent_id, name, success_count, error_count, details, hostname, duration_millis,
         resource_type, resource_id, status, time_start, time_end, created_at)
       values ($1, $2, $3, $4, $5, $6, 'host-1', $7, 'config_scraper', $8, $9,
         now() - $10 * interval '1 hour', now() - $10 * interval '1 hour', now() - $10 * interval '1 hour')`,
      [
        each.id,
        agentId,
        each.hours === 60 ? 'Cleanup' : 'Scraper',
        each.success,
        each.errors,
        JSON.stringify(each.details),
        each.durationMs,
        id,
        each.status,
        each.hours,
      ],
    );
  }
  return { id, name, agent, itemId, runs: runs.map((each) => each.id) };
}

function run(
  hours: number,
  status: string,
  success: number,
  errors: number,
  durationMs: number,
  details: object,
) {
  return { id: randomUUID(), hours, status, success, errors, durationMs, details };
}
