import { existsSync } from 'node:fs'

/**
 * The tests of a source file's folder: the folder below `tests` whose path has the longest part in common with it.
 * `web/pages/library/upload/…` has its tests in `tests/web/upload`. A folder without tests of its own has those of the
 * whole part.
 */
export function testsNear(path: string, root = '.'): string[] {
  const [part = '', ...folders] = path.split('/').slice(0, -1)
  for (let end = folders.length; end > 0; end -= 1) {
    for (let start = 0; start < end; start += 1) {
      const near = ['tests', part, ...folders.slice(start, end)].join('/')
      if (existsSync(`${root}/${near}`)) return [`${near}/`]
    }
  }
  return part === 'gateway' ? ['tests/gateway/', 'tests/contract/'] : [`tests/${part}/`]
}
