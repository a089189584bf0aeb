/** The address of a route with its parameters. @param path such as `/my-photos/albums/:albumId` */
export function addressWith(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const segments = path.split('/').map((part) => {
    return part.startsWith(':') ? encodeURIComponent(parameters[part.slice(1)] ?? '') : part
  })
  return segments.join('/')
}
