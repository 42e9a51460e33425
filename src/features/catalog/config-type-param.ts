import { configTypeFromUrl } from '#src/lib/config-type.ts';
import { text } from '#src/views/list/params.ts';

/** The one type that is listed, which the tabs of the catalog hand on. */
export function configTypeParam(field: string) {
  return {
    ...text({ field, maxLength: 400 }),
    chips: (value: string) =>
      typeListed(value) === '' ? [] : [{ field, text: configTypeFromUrl(value), without: undefined }],
  };
}

/** The type itself; empty for all of them (spec 2: "The config type filter value 'all' means no filter"). */
export function typeListed(configType: string): string {
  return configType.toLowerCase() === 'all' ? '' : configTypeFromUrl(configType);
}
