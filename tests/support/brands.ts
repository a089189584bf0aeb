import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Brand } from '../../services/platform/brands/brand.ts'
import { type Brands, createBrands } from '../../services/platform/brands/brands.ts'

const silent = { error: () => undefined, info: () => undefined }

/** The brands of the demo, for an installation with this public URL. */
export function brandsAt(publicUrl: string, brandsDir = 'brands'): Brands {
  return createBrands({ brandsDir, localesDir: 'web/locales', publicUrl }, silent)
}

/** The brands of the demo. The brand of the public URL comes first. */
export const demoBrands: readonly [Brand, ...Brand[]] = brandsAt('http://localhost:4000').all()

/** Copies the folder of brands, so that a test can change it. The caller removes the copy. */
export async function copyBrands(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-brands-'))
  await cp('brands', folder, { recursive: true })
  return folder
}

/**
 * Changes fields of a brand's file.
 * @param changes values by the path of the field, such as `colours.light.accent`. Undefined removes the field
 */
export async function changeBrand(
  folder: string,
  key: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = join(folder, `${key}.json`)
  let file: unknown = JSON.parse(await readFile(path, 'utf8'))
  for (const [field, value] of Object.entries(changes)) file = changed(file, field.split('.'), value)
  await writeFile(path, JSON.stringify(file))
}

function changed(file: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (typeof file !== 'object' || file === null) throw new Error(`There is no field ${name}.`)
  const current: unknown = Object.entries(file).find(([key]) => key === name)?.[1]
  return { ...file, [name]: rest.length === 0 ? value : changed(current, rest, value) }
}
