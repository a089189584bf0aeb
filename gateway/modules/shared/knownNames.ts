/**
 * Maps each name that the service and the API have in common to itself. The API never shows other names of the service.
 */
export function knownNames<Name extends string>(names: readonly Name[]): ReadonlyMap<string, Name> {
  return new Map(names.map((name) => [name, name]))
}
