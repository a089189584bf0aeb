import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Rule {
  readonly files: RegExp
  readonly may: readonly string[]
  readonly never?: RegExp
}

/** What every page may import. */
const belowPages = [
  'web/shared/',
  'web/ui/',
  'web/relay/',
  'web/auth/',
  'web/app/',
  'web/__generated__/',
  'schema/rules/',
]

/** @param folders of web/pages/library, as a pattern; each may import itself, what pages may, and the folders below it */
function libraryFloor(folders: string, below: readonly string[]): Rule {
  return {
    files: new RegExp(`^web/pages/library/(${folders})/`),
    may: ['web/pages/library/$1/', ...below.map((folder) => `web/pages/library/${folder}/`), ...belowPages],
    never: /^node:/,
  }
}

/**
 * Who may import whom. The first rule that matches a file's path decides; `may` are prefixes of paths inside the
 * project (`$1` is what the rule's pattern caught), `never` are packages. The reasons stand in docs/development.md.
 */
const rules: Rule[] = [
  { files: /^schema\//, may: [] },
  { files: /^gateway\/(main|generate)\.ts$/, may: ['gateway/'] },
  {
    files: /^gateway\/modules\/([^/]+)\//,
    may: [
      'gateway/modules/$1/',
      'gateway/relay/',
      'gateway/errors/',
      'gateway/context.ts',
      'gateway/upstream/',
      'gateway/__generated__/',
      'schema/rules/',
    ],
    never: /^(undici|node:https?)$/,
  },
  {
    files: /^gateway\/upstream\//,
    may: ['gateway/upstream/', 'gateway/errors/', 'gateway/config.ts'],
    never: /^graphql/,
  },
  {
    files: /^gateway\/(relay|errors)\//,
    may: ['gateway/relay/', 'gateway/errors/', 'gateway/context.ts', 'gateway/upstream/', 'gateway/__generated__/'],
  },
  { files: /^config\//, may: [] },
  { files: /^gateway\//, may: ['gateway/', 'config/'] },
  { files: /^services\/(main|app|config|services)\.ts$/, may: ['services/', 'config/'] },
  { files: /^services\/platform\//, may: ['services/platform/'] },
  { files: /^services\/([^/]+)\//, may: ['services/$1/', 'services/platform/'] },
  { files: /^web\/ui\//, may: ['web/ui/'], never: /^(react-relay|relay-runtime|react-router|node:)/ },
  { files: /^web\/auth\//, may: ['web/auth/'], never: /^(react|relay-runtime|node:)/ },
  { files: /^web\/app\//, may: ['web/app/', 'web/auth/'], never: /^node:/ },
  { files: /^web\/relay\//, may: ['web/relay/', 'web/auth/', 'web/app/'], never: /^node:/ },
  {
    files: /^web\/shared\//,
    may: ['web/shared/', 'web/ui/', 'web/relay/', 'web/auth/', 'web/app/', 'web/__generated__/'],
    never: /^node:/,
  },
  // The floors of the library. Each row may import the floors above it in this list; pages do not import each other.
  libraryFloor('photo-collection', []),
  libraryFloor('album-editing', []),
  libraryFloor('photo-actions', ['photo-collection', 'album-editing']),
  libraryFloor('months|album-frame', ['photo-collection', 'photo-actions']),
  libraryFloor('banner', []),
  libraryFloor('upload|import|export|storage', ['photo-collection', 'photo-actions', 'banner']),
  libraryFloor('timeline|albums|album|album-picker|shared-album|preview', [
    'photo-collection',
    'album-editing',
    'photo-actions',
    'months',
    'album-frame',
  ]),
  { files: /^web\/pages\/([^/]+)\//, may: ['web/pages/$1/', ...belowPages], never: /^node:/ },
  {
    files: /^web\/shell\//,
    may: [
      'web/shell/',
      'web/pages/',
      'web/shared/',
      'web/ui/',
      'web/relay/',
      'web/auth/',
      'web/app/',
      'web/__generated__/',
    ],
    never: /^node:/,
  },
  { files: /^web\//, may: ['web/'], never: /^node:/ },
  { files: /^edge\//, may: ['edge/', 'config/'] },
  { files: /^launcher\//, may: ['launcher/', 'edge/', 'config/', 'services/platform/demo.ts', 'bench/result.ts'] },
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('__generated__'))

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s(?:[^'"\n;]|\n(?!import|export))*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function forbiddenImports(file: string): string[] {
  const rule = rules.find(({ files }) => files.test(file))
  if (!rule) return []
  const caught = rule.files.exec(file)?.[1] ?? ''
  const allowed = rule.may.map((prefix) => prefix.replace('$1', caught))
  return importsOf(file).filter((specifier) => {
    if (!specifier.startsWith('.')) return rule.never?.test(specifier) ?? false
    const target = join(dirname(file), specifier)
    return !allowed.some((prefix) => target.startsWith(prefix))
  })
}

describe('who may import whom', () => {
  test('the project has files in every part', () => {
    for (const part of ['gateway/', 'services/', 'web/', 'edge/', 'launcher/']) {
      expect(files.some((file) => file.startsWith(part))).toBe(true)
    }
  })

  test('imports are found where they are written', () => {
    expect(importsOf('tests/house/imports.test.ts')).toContain('node:child_process')
  })

  test('no file imports what its room may not know', () => {
    const found = files.flatMap((file) => forbiddenImports(file).map((specifier) => `${file} imports ${specifier}`))
    expect(found).toEqual([])
  })

  test('every folder of the library has a floor', () => {
    const folders = new Set(files.flatMap((file) => /^web\/pages\/library\/[^/]+\//.exec(file) ?? []))
    const withoutFloor = [...folders].filter((folder) =>
      rules.find(({ files: of }) => of.test(folder))?.files.test('web/pages/other/'),
    )
    expect(withoutFloor).toEqual([])
  })

  test('no folders of the library import each other in a circle', () => {
    const imported = new Map<string, Set<string>>()
    for (const file of files) {
      const from = libraryFolder(file)
      for (const specifier of from === null ? [] : importsOf(file).filter((each) => each.startsWith('.'))) {
        const to = libraryFolder(join(dirname(file), specifier))
        if (from !== null && to !== null && from !== to) imported.set(from, (imported.get(from) ?? new Set()).add(to))
      }
    }
    expect(circles(imported)).toEqual([])
  })
})

/** The folder of web/pages/library that a file is in; files directly in it are one folder. Null for other files. */
function libraryFolder(file: string): string | null {
  const match = /^web\/pages\/library\/(?:([^/]+)\/)?/.exec(file)
  return match && (match[1] ?? '')
}

/** The groups of folders that reach each other. */
function circles(imported: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = (from: string) => {
    const found = new Set(imported.get(from))
    for (const folder of found) for (const next of imported.get(folder) ?? []) found.add(next)
    return found
  }
  const inCircle = [...imported.keys()].filter((folder) => reached(folder).has(folder)).toSorted()
  return [
    ...Map.groupBy(inCircle, (folder) =>
      [...reached(folder)]
        .filter((each) => inCircle.includes(each))
        .toSorted()
        .join(),
    ).values(),
  ]
}
