import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Outcome } from './run.ts'

/** A licence that is allowed only for some packages, and why. */
interface Exception {
  readonly packages: RegExp
  readonly licence: string
  readonly reason: string
}

/**
 * SPDX identifiers of the licences that are allowed for every package. They ask only for a notice; MPL-2.0 also asks us
 * to publish our changes to its files.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
])
const exceptions: readonly Exception[] = [
  {
    packages: /^combine-errors$/,
    licence: 'MIT',
    reason: 'its package.json has no licence, but its Readme.md says MIT; a dependency of tus-js-client',
  },
  {
    packages: /^png-js$/,
    licence: 'MIT',
    reason: 'its package.json has no licence, but its LICENSE file is MIT; a dependency of pdfkit',
  },
  {
    packages: /^argparse$/,
    licence: 'Python-2.0',
    reason: 'asks only for a notice; for a command line of wawoff2, a dependency of subset-font, that we do not use',
  },
  {
    packages: /^pako$/,
    licence: 'Zlib',
    reason: 'asks for less than a notice; a dependency of subset-font',
  },
  {
    packages: /^@expo-google-fonts\//,
    licence: 'OFL-1.1',
    reason: 'fonts, which PDFs embed in part; the licence allows that for documents',
  },
  { packages: /^@fontsource-variable\//, licence: 'OFL-1.1', reason: 'fonts, which we serve unchanged' },
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a separate library that can be replaced; we do not change it',
  },
  {
    packages: /^libheif-js$/,
    licence: 'LGPL-3.0',
    reason: 'libheif is a separate module that can be replaced; we do not change it',
  },
]

/**
 * Packages whose install scripts must run although `.npmrc` switches install scripts off, each with its reason. The
 * list is empty, because native code comes as packages for each platform. If a package is added here, the launcher must
 * run `npm rebuild` for it.
 */
const neededInstallScripts: readonly string[] = []

/** The part of package-lock.json that is checked. Keys are paths such as `node_modules/zod`. */
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), license: z.string().optional() })),
})
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()).optional() })

/** The checked properties of a package. */
export interface InstalledPackage {
  readonly name: string
  /** An SPDX expression. Undefined when the package names none. */
  readonly licence: string | undefined
  /** True if npm would run code of the package when it is installed. */
  readonly hasInstallScript: boolean
}

/** Checks that the licence of every package is allowed, and that no installed package needs an install script. */
export async function checkDependencies(): Promise<Outcome> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const found = Object.entries(packages).filter(([path]) => path !== '')
  const problems = found.flatMap(([path, { license }]) =>
    problemsOf({ name: nameOf(path), licence: license, hasInstallScript: hasInstallScript(path) }),
  )
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/** Returns what is wrong with a package. Empty if the package may be used. */
export function problemsOf({ name, licence, hasInstallScript }: InstalledPackage): string[] {
  const known = exceptions.filter(({ packages }) => packages.test(name)).map((exception) => exception.licence)
  const isAllowed = (one: string) => allowedLicences.has(one) || known.includes(one)
  const isLicensed = licence === undefined ? known.length > 0 : isSatisfied(licence, isAllowed)
  return [
    ...(isLicensed
      ? []
      : [`${name} has the licence ${licence ?? 'none'}: allow it in launcher/dependencies.ts, with a reason.`]),
    ...(hasInstallScript && !neededInstallScripts.includes(name)
      ? [`${name} has an install script, which does not run (.npmrc). See docs/development.md, "Dependencies".`]
      : []),
  ]
}

/** Evaluates an SPDX expression without nested parentheses, such as `(MIT OR CC0-1.0)` or `MIT AND ISC`. */
function isSatisfied(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => isAllowed(licence.trim())))
}

function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? path
}

/** False for packages of other platforms, because they are not installed. */
function hasInstallScript(path: string): boolean {
  const file = join(path, 'package.json')
  if (!existsSync(file)) return false
  const { scripts = {} } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return (
    ['preinstall', 'install', 'postinstall'].some((name) => name in scripts) || existsSync(join(path, 'binding.gyp'))
  )
}
