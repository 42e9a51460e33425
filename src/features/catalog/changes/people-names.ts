export { usePersonName } from '#src/views/person-name.ts';
