/** For a `ref`: as long as what it is on stands, the browser asks before it closes the page. */
export function holdPage(): () => void {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}
