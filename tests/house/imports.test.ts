import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom. The first rule that matches a file's path decides; `may` are prefixes of paths inside the
 * project (`$1` is what the rule's pattern caught), `never` are packages. The reasons stand in docs/development.md.
 */
const rules: { files: RegExp; may: string[]; never?: RegExp }[] = [
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
  {
    files: /^web\/pages\/([^/]+)\//,
    may: [
      'web/pages/$1/',
      'web/shared/',
      'web/ui/',
      'web/relay/',
      'web/auth/',
      'web/app/',
      'web/__generated__/',
      'schema/rules/',
    ],
    never: /^node:/,
  },
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
})
