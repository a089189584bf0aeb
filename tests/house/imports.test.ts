import { describe, expect, test } from 'vitest'
import { type Import, importsOf, sourceFiles } from './importGraph.ts'

interface Rule {
  readonly files: RegExp
  /** Prefixes of paths in the project; `$1` is what the pattern of `files` captured. */
  readonly may: readonly string[]
  /** Prefixes of paths of which only types may be imported. */
  readonly mayTypes?: readonly string[]
  /** Packages and paths that are forbidden whatever `may` says. */
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

/**
 * Builds the rule for folders of web/pages/library. Such a folder may import itself, everything that a page may import,
 * and the folders below it.
 * @param folders the names of the folders, as a pattern
 */
function libraryLayer(folders: string, below: readonly string[]): Rule {
  return {
    files: new RegExp(`^web/pages/library/(${folders})/`),
    may: ['web/pages/library/$1/', ...below.map((folder) => `web/pages/library/${folder}/`), ...belowPages],
    never: /^node:/,
  }
}

/**
 * Who may import whom: the first rule that matches a file's path applies. docs/development.md says the same in words,
 * with the reasons.
 */
const rules: readonly Rule[] = [
  { files: /^schema\/rules\//, may: ['schema/rules/'] },
  { files: /^config\//, may: ['config/'] },
  // The gateway and the services read the clients of other teams from the same folder.
  { files: /^clients\//, may: ['clients/', 'schema/rules/'] },
  { files: /^http\//, may: ['http/'] },
  { files: /^gateway\/(errors\/|(instants|fadingCounts)\.ts)/, may: ['gateway/errors/'] },
  {
    files: /^gateway\/upstream\//,
    may: ['gateway/upstream/', 'gateway/errors/', 'gateway/instants.ts', 'gateway/fadingCounts.ts', 'schema/rules/'],
    never: /^graphql/,
  },
  { files: /^gateway\/relay\//, may: ['gateway/relay/', 'gateway/errors/'], mayTypes: ['gateway/context.ts'] },
  {
    files: /^gateway\/modules\/([^/]+)\//,
    may: [
      'gateway/modules/$1/',
      'gateway/modules/shared/',
      'gateway/relay/',
      'gateway/errors/',
      'gateway/instants.ts',
      'schema/rules/',
    ],
    mayTypes: ['gateway/context.ts', 'gateway/upstream/', 'gateway/__generated__/resolvers.ts'],
    never: /^(undici|ws|node:https?)$/,
  },
  // The gateway reaches its modules only through the registry, which is generated from the modules' files.
  {
    files: /^gateway\//,
    may: ['gateway/', 'clients/', 'config/', 'http/', 'schema/rules/'],
    never: /^gateway\/modules\//,
  },
  {
    files: /^services\/(main|app|config|services|generate|moveBlobs)\.ts$/,
    may: ['services/', 'clients/', 'config/', 'http/'],
  },
  { files: /^services\/platform\//, may: ['services/platform/', 'clients/', 'schema/rules/', 'http/'] },
  {
    files: /^services\/identity\//,
    may: ['services/identity/', 'services/platform/', 'clients/', 'schema/rules/', 'http/'],
  },
  { files: /^services\/([^/]+)\//, may: ['services/$1/', 'services/platform/', 'schema/rules/', 'http/'] },
  { files: /^web\/build\//, may: ['web/build/'] },
  { files: /^web\/ui\//, may: ['web/ui/'], never: /^(react-relay|relay-runtime|react-router|node:)/ },
  { files: /^web\/auth\//, may: ['web/auth/', 'schema/rules/'], never: /^(react|relay-runtime|node:)/ },
  { files: /^web\/app\//, may: ['web/app/', 'web/auth/'], never: /^node:/ },
  { files: /^web\/relay\//, may: ['web/relay/', 'web/auth/', 'web/app/'], never: /^node:/ },
  {
    files: /^web\/shared\//,
    may: ['web/shared/', 'web/ui/', 'web/relay/', 'web/auth/', 'web/app/', 'web/__generated__/', 'schema/rules/'],
    never: /^node:/,
  },
  // The layers of the library. Each row lists the rows above it that it may import; pages do not import each other.
  libraryLayer('photo-collection', []),
  libraryLayer('album-editing', []),
  libraryLayer('page-bar', []),
  libraryLayer('photo-actions', ['photo-collection', 'album-editing', 'page-bar']),
  libraryLayer('months|by-upload|album-frame', ['photo-collection', 'photo-actions', 'page-bar']),
  libraryLayer('banner|trash', []),
  libraryLayer('upload|import|export|storage|confirmation', [
    'photo-collection',
    'photo-actions',
    'page-bar',
    'banner',
  ]),
  libraryLayer('start', ['upload']),
  libraryLayer('timeline|albums|album|album-picker|shared-album|preview', [
    'photo-collection',
    'album-editing',
    'photo-actions',
    'page-bar',
    'banner',
    'months',
    'by-upload',
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
  { files: /^web\//, may: ['web/', 'schema/rules/'], never: /^node:/ },
  { files: /^edge\//, may: ['edge/', 'config/', 'http/', 'schema/rules/'] },
  // The sandbox is made of the services that our own tests of the gateway use. It checks uploads by the code of storage.
  {
    files: /^launcher\/sandbox\//,
    may: [
      'launcher/sandbox/',
      'edge/',
      'gateway/',
      'config/',
      'schema/rules/',
      'services/storage/',
      'services/platform/',
      'tests/support/',
    ],
  },
  {
    files: /^launcher\//,
    may: [
      'launcher/',
      'edge/',
      'clients/',
      'config/',
      'schema/rules/scopes.ts',
      'services/moveBlobs.ts',
      'services/platform/demo.ts',
      'services/platform/locales.ts',
      'bench/result.ts',
      'tests/mutations/mutations.ts',
    ],
  },
]

const files = sourceFiles.filter((file) => !file.includes('__generated__'))

function forbiddenImports(file: string): Import[] {
  const rule = rules.find(({ files }) => files.test(file))
  if (!rule) return []
  const captured = rule.files.exec(file)?.[1] ?? ''
  const allowed = rule.may.map((prefix) => prefix.replace('$1', captured))
  const { mayTypes = [], never } = rule
  return importsOf(file).filter(({ specifier, target, isType }) => {
    if (never?.test(target ?? specifier)) return true
    if (target === null || allowed.some((prefix) => target.startsWith(prefix))) return false
    return !(isType && mayTypes.some((prefix) => target.startsWith(prefix)))
  })
}

describe('who may import whom', () => {
  test('the project has files in every part', () => {
    for (const part of ['gateway/', 'services/', 'web/', 'edge/', 'launcher/']) {
      expect(files.some((file) => file.startsWith(part))).toBe(true)
    }
  })

  test('the imports of a file are found, with their targets', () => {
    const imports = importsOf('tests/gateway/config.test.ts')
    expect(imports).toContainEqual({ specifier: 'vitest', target: null, isType: false })
    expect(imports).toContainEqual({
      specifier: '../../gateway/config.ts',
      target: 'gateway/config.ts',
      isType: false,
    })
    expect(importsOf('gateway/context.ts').every(({ isType }) => isType)).toBe(true)
  })

  test('every import is allowed by the table', () => {
    const found = files.flatMap((file) => forbiddenImports(file).map(({ specifier }) => `${file} imports ${specifier}`))
    expect(found).toEqual([])
  })

  test('every folder of the library has a row', () => {
    const folders = new Set(files.flatMap((file) => /^web\/pages\/library\/[^/]+\//.exec(file) ?? []))
    const withoutRow = [...folders].filter((folder) =>
      rules.find(({ files: of }) => of.test(folder))?.files.test('web/pages/other/'),
    )
    expect(withoutRow).toEqual([])
  })
})
