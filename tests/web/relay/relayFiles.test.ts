// @vitest-environment node
import { expect, test } from 'vitest'
import { importRelayFiles } from '../../../web/build/relayFiles.ts'

const file = (name: string) => `'react-relay/lib/relay-hooks/${name}.js'`

test('each hook is imported from its own file, and each line of the module keeps its number', () => {
  const code = `import {
  type PreloadedQuery,
  fetchQuery,
  loadQuery as load,
  useFragment,
} from 'react-relay/hooks'
import type { OperationType } from 'relay-runtime'
const first: PreloadedQuery<OperationType> | null = null`
  expect(importRelayFiles(code, 'Module.ts').split('\n')).toEqual([
    `import { fetchQuery as fetchQuery } from 'relay-runtime';import { loadQuery as load } from ${file('loadQuery')};import useFragment from ${file('useFragment')}`,
    ...Array(5).fill(''),
    "import type { OperationType } from 'relay-runtime'",
    'const first: PreloadedQuery<OperationType> | null = null',
  ])
})

test('imports of types, and other packages, are left as they are', () => {
  const code = "import type { PreloadedQuery } from 'react-relay/hooks'\nimport { graphql } from 'relay-runtime'"
  expect(importRelayFiles(code, 'Module.tsx')).toBe(code)
})

test.each([
  ['a name that the package does not have', 'import { useNothing } from', 'react-relay/hooks has no useNothing.'],
  ['the whole package', 'import * as relay from', 'Module.ts must import each hook of react-relay/hooks by its name.'],
])('the build fails for an import of %s', (_what, start, message) => {
  expect(() => importRelayFiles(`${start} 'react-relay/hooks'`, 'Module.ts')).toThrow(message)
})
