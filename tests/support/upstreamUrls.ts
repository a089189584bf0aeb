const names = ['identity', 'photos', 'site', 'customers', 'downloads', 'exports', 'push'] as const

/**
 * The settings of a gateway that say where its upstreams are, when all of them are at one place.
 * @param url of that place, without a path
 */
export function upstreamUrls(url: string): Record<`${Uppercase<(typeof names)[number]>}_URL`, string> {
  return Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, `${url}/${name}`])) as ReturnType<
    typeof upstreamUrls
  >
}
