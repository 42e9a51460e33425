/** A file name and nothing that leads elsewhere. */
const SCHEMA_PATH = /^(?:\/api)?\/schemas\/(?<file>[\w-][\w.-]*)$/u;

/** The file that an address of a schema names; undefined where it is not this server's: other hosts are not asked. */
export function schemaFileOf(address: string, origin: string): string | undefined {
  const url = URL.parse(address, origin);
  return url?.origin === origin ? SCHEMA_PATH.exec(url.pathname)?.groups?.['file'] : undefined;
}
