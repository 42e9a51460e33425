interface LockFile {
  packages: Record<string, { version?: string }>;
}
interface Binary {
  name: string;
  version: string;
  dev: boolean;
}
/** Each optional dependency that no entry of the lock file answers. */
export function missingBinaries(lock: LockFile): Binary[];
/** The lock file with an entry for each of them. */
export function completed(lock: LockFile): LockFile;
