import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { type Brand, type BrandAsset, hostNameOf, namedShopHostsOf, toAsset, toBrand } from './brand.ts'
import { type BrandFile, brandFileSchema } from './brandFile.ts'
import { faintPairs } from './palette.ts'

/** Where brands are read from. */
export interface BrandFolders {
  /** The folder with `<key>.json` and `<key>/` of each brand. */
  readonly brandsDir: string
  /** The folder with the message catalogues. */
  readonly localesDir: string
  readonly publicUrl: string
}

/** All brands of a folder, the one of the public URL first; or a sentence for each mistake in it. */
export type BrandsRead =
  | { readonly brands: readonly [Brand, ...Brand[]]; readonly mistakes: null }
  | { readonly brands: null; readonly mistakes: readonly string[] }

/** The key of a brand is part of paths, client ids and rows. */
const keyPattern = /^[a-z0-9][a-z0-9-]{0,30}$/
const pictures = [
  { name: 'logo.svg', isNeeded: true },
  { name: 'logo.png', isNeeded: true },
  { name: 'sign-in.svg', isNeeded: false },
] as const
const types = { svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2' } as const
const logoPixels = 96

/** Reads and checks every brand. Never throws because of what a file contains. */
export function readBrands(folders: BrandFolders): BrandsRead {
  const { brandsDir } = folders
  const names = existsSync(brandsDir) ? readdirSync(brandsDir).filter((name) => name.endsWith('.json')) : []
  if (names.length === 0) return { brands: null, mistakes: [`${brandsDir} has no file of a brand, such as shop.json.`] }
  const catalogues = cataloguesIn(folders.localesDir)
  const mistakes: string[] = []
  const brands = names.toSorted().flatMap((name) => {
    const read = readBrand(folders, name.slice(0, -'.json'.length), catalogues)
    if (read.brand) return [read.brand]
    mistakes.push(...read.mistakes.map((mistake) => `${name}: ${mistake}.`))
    return []
  })
  mistakes.push(...conflictsOf(brands, folders.publicUrl))
  // Whether there is a brand without a subdomain is checked only if all files are valid, because a faulty file may
  // contain this brand.
  const main = brands.find(({ subdomain }) => subdomain === null)
  if (mistakes.length === 0 && !main) mistakes.push('No brand has the subdomain null, so nothing is at the public URL.')
  if (mistakes.length > 0 || !main) return { brands: null, mistakes }
  return { brands: [main, ...brands.filter((brand) => brand !== main)], mistakes: null }
}

type BrandRead =
  | { readonly brand: Brand; readonly mistakes?: undefined }
  | { readonly brand: null; readonly mistakes: readonly string[] }

function readBrand({ brandsDir, publicUrl }: BrandFolders, key: string, catalogues: ReadonlySet<string>): BrandRead {
  if (!keyPattern.test(key)) {
    return { brand: null, mistakes: ['the name of the file must be small letters, digits and hyphens'] }
  }
  const parsed = parseFile(join(brandsDir, `${key}.json`))
  const wanted = [...pictures, ...fontFilesOf(parsed.file)]
  const { assets, missing } = readAssets(join(brandsDir, key), key, wanted)
  if (!parsed.file) return { brand: null, mistakes: [...parsed.mistakes, ...missing] }
  const mistakes = [...faintPairs(parsed.file), ...missing]
  const brand = toBrand(parsed.file, { key, publicUrl, catalogues, assets })
  if (!brand) mistakes.push('locales has no locale with a catalogue')
  return brand && mistakes.length === 0 ? { brand } : { brand: null, mistakes }
}

type FileRead =
  | { readonly file: BrandFile; readonly mistakes?: undefined }
  | { readonly file: null; readonly mistakes: readonly string[] }

function parseFile(path: string): FileRead {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { file: null, mistakes: [`it is not JSON (${error instanceof Error ? error.message : String(error)})`] }
  }
  const { success, data, error } = brandFileSchema.safeParse(json)
  return success ? { file: data } : { file: null, mistakes: error.issues.flatMap(sentencesOf) }
}

function sentencesOf({ path, message, ...issue }: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${fieldOf([...path, key])} is not a field of a brand`)
  }
  const text = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? message) : message
  return [`${fieldOf(path) || 'the file'} ${text}`]
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

interface WantedFile {
  readonly name: string
  readonly isNeeded: boolean
}

function fontFilesOf(file: BrandFile | null): WantedFile[] {
  const names = file?.fonts ? [file.fonts.display.file, file.fonts.text.file] : []
  return [...new Set(names)].map((name) => ({ name, isNeeded: true }))
}

function readAssets(
  folder: string,
  key: string,
  wanted: readonly WantedFile[],
): { readonly assets: ReadonlyMap<string, BrandAsset>; readonly missing: readonly string[] } {
  const assets = new Map<string, BrandAsset>()
  const missing: string[] = []
  for (const { name, isNeeded } of wanted) {
    const path = join(folder, name)
    const content = existsSync(path) ? readFileSync(path) : null
    const mistake = content ? assetMistake(name, content) : isNeeded && 'is missing'
    if (mistake) missing.push(`the file ${key}/${name} ${mistake}`)
    else if (content) assets.set(name, toAsset(types[kindOf(name)], content))
  }
  return { assets, missing }
}

function kindOf(name: string): keyof typeof types {
  if (name.endsWith('.woff2')) return 'woff2'
  return name.endsWith('.png') ? 'png' : 'svg'
}

function assetMistake(name: string, content: Buffer): string | null {
  const kind = kindOf(name)
  if (kind === 'svg') return /<svg[\s>]/.test(content.toString('utf8')) ? null : 'is not an SVG'
  if (kind === 'woff2') return content.toString('latin1', 0, 4) === 'wOF2' ? null : 'is not a WOFF2 font'
  const isPng = content.toString('latin1', 1, 4) === 'PNG' && content.length > 24
  // The header of a PNG has the width at byte 16 and the height at byte 20.
  const isLogo = isPng && content.readUInt32BE(16) === logoPixels && content.readUInt32BE(20) === logoPixels
  return isLogo ? null : `is not a PNG of ${logoPixels} × ${logoPixels} pixels`
}

/** A message for each value that two brands have in common, but must not share. */
function conflictsOf(brands: readonly Brand[], publicUrl: string): string[] {
  const publicName = hostNameOf(new URL(publicUrl).host)
  const nameOf = (subdomain: string | null) => (subdomain === null ? publicName : `${subdomain}.${publicName}`)
  const fields = {
    channel: ({ channel }: Brand) => [channel],
    'subdomain or hosts': ({ subdomain, hosts }: Brand) => [
      nameOf(subdomain),
      ...hosts.map(({ host }) => hostNameOf(host)),
    ],
    invoicePrefix: (brand: Brand) => [brand.invoicePrefix],
    'links.storeFront or formerShopHosts': namedShopHostsOf,
  }
  return Object.entries(fields).flatMap(([field, valuesOf]) => {
    const owners = new Map<string, string>()
    return brands.flatMap((brand) =>
      valuesOf(brand).flatMap((value) => {
        const owner = owners.get(value)
        owners.set(value, owner ?? brand.key)
        return owner === undefined ? [] : [`${brand.key}.json: ${field} has ${value}, which is that of ${owner}.json.`]
      }),
    )
  })
}

function cataloguesIn(folder: string): ReadonlySet<string> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Set(names.flatMap((name) => /^([a-z]{2}-[A-Z]{2})\.json$/.exec(name)?.[1] ?? []))
}
