import { create } from 'fontkit'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import type { Brand, BrandAsset } from '../../platform/brands/brand.ts'
import { type Fonts, fontOf } from './fonts.ts'

type BrandFontFiles = Pick<Brand, 'key' | 'fonts' | 'assets'>

interface FontsLog {
  warn(facts: { readonly err: unknown; readonly brand: string }, message: string): void
}

const regularWeight = 400
const boldWeight = 700

/**
 * The fonts that were opened. The key is the version of the font's file, and the weight. A brand needs up to three
 * fonts.
 */
const opened = new LRUCache<string, ReturnType<typeof fontOf>>({ max: 60 })

/**
 * The fonts of a brand, for documents.
 * @returns null if the brand has none, or if they cannot be read: an invoice in another font is better than none
 */
export async function brandFontsOf(brand: BrandFontFiles, log: FontsLog): Promise<Fonts | null> {
  const { fonts, assets } = brand
  const [text, display] = [assets.get(fonts?.text.file ?? ''), assets.get(fonts?.display.file ?? '')]
  if (!fonts || !text || !display) return null
  try {
    return {
      regular: await fontAt(text, regularWeight),
      bold: await fontAt(text, boldWeight),
      display: await fontAt(display, fonts.headingWeight),
    }
  } catch (error) {
    log.warn({ err: error, brand: brand.key }, 'the fonts of a brand cannot be embedded in invoices')
    return null
  }
}

async function fontAt({ version, content }: BrandAsset, weight: number): Promise<Fonts['regular']> {
  const key = `${version} ${weight}`
  const known = opened.get(key)
  if (known) return known
  const font = fontOf(await staticFont(content, weight))
  opened.set(key, font)
  return font
}

/**
 * Makes a static TrueType font from a WOFF2 file, because a PDF can embed neither WOFF2 nor variable fonts. HarfBuzz
 * converts the file, and keeps all its characters. fontkit can open a WOFF2 file, but not write its glyphs.
 */
async function staticFont(file: Buffer, weight: number): Promise<Buffer> {
  const font = create(file)
  if ('fonts' in font) throw new Error('The file has several fonts.')
  const axes = Object.entries(font.variationAxes).flatMap(([tag, axis]) => {
    if (!axis) return []
    const wanted = tag === 'wght' ? weight : axis.default
    return [[tag, Math.min(Math.max(wanted, axis.min), axis.max)]]
  })
  return subsetFont(file, String.fromCodePoint(...font.characterSet), {
    targetFormat: 'truetype',
    variationAxes: Object.fromEntries(axes),
  })
}
