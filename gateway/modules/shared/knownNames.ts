/** Maps the names that the service and the API have in common. Other names of the service are not passed on. */
export function knownNames<Name extends string>(names: readonly Name[]): ReadonlyMap<string, Name> {
  return new Map(names.map((name) => [name, name]))
}
