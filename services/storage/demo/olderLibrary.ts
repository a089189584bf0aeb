import { type PicturePlan, planPicture } from './plan.ts'

/** A file of the demo's older library, and where its bytes come from. */
export interface OlderFile {
  /** Relative to the library's folder. */
  readonly path: string
  /** The original name of the file. */
  readonly name: string
  readonly content:
    | { readonly kind: 'picture'; readonly plan: PicturePlan }
    /** A copy of a file that is earlier in the list: `copy` is whole, `cut` is truncated. */
    | { readonly kind: 'copy'; readonly of: string }
    | { readonly kind: 'cut'; readonly of: string }
    | { readonly kind: 'text'; readonly text: string }
    /** Listed in the index, but missing. */
    | { readonly kind: 'none' }
}

interface OlderAlbum {
  readonly name: string
  readonly created: string
  readonly files: string[]
}

/** The demo's older library. */
export interface OlderLibrary {
  readonly files: readonly OlderFile[]
  readonly albums: readonly OlderAlbum[]
}

const pictures = 48
const yearsAgo = 11
/**
 * The scale of the drawn pictures. It is small, because the demo libraries that customers see are drawn at the same
 * time.
 */
const drawnShare = 0.45
const finishedWidth = 900

/**
 * A library as an older system could have left it: three albums, a fourth with copies of the best pictures, files
 * without an album, and damaged files.
 */
export function planOlderLibrary(today: string, maximum: number = pictures): OlderLibrary {
  const year = Number(today.slice(0, 4)) - yearsAgo
  const library = { seed: 9, count: pictures, months: 26, until: `${year}${today.slice(4, 8)}01` }
  const drawn = Array.from({ length: Math.min(pictures, maximum) }, (_, number) =>
    pictureOf(planPicture(library, number)),
  )
  const share = Math.ceil(drawn.length / 3.2)
  const albums = ['Along the coast', 'With the tent in the north', 'Sundays'].map((name, number) => ({
    name,
    created: `${year - (number > 0 ? 1 : 0)}-0${8 - number * 2}-14T18:20:00Z`,
    files: drawn.slice(number * share, (number + 1) * share).map(({ path }) => path),
  }))
  const copies = drawn.filter((_, number) => number % 6 === 0).map(copyOf)
  const broken = brokenFiles(drawn[0]?.path ?? '')
  albums[0]?.files.push(...broken.slice(0, 3).map(({ path }) => path))
  return {
    files: [...drawn, ...copies, ...broken],
    albums: [
      ...albums,
      { name: 'The best of them', created: `${year}-12-24T09:00:00Z`, files: copies.map(({ path }) => path) },
    ],
  }
}

function pictureOf(plan: PicturePlan): OlderFile {
  const { scene } = plan
  const name = plan.fileName.replace(/\.\w+$/, '.JPG')
  const small = {
    ...plan,
    format: 'jpeg',
    fileName: name,
    width: finishedWidth,
    scene: { ...scene, width: Math.round(scene.width * drawnShare), height: Math.round(scene.height * drawnShare) },
  } as const
  const folder = plan.taken?.slice(0, 4) ?? 'undated'
  return { path: `files/${folder}/${name}`, name, content: { kind: 'picture', plan: small } }
}

function copyOf({ path, name }: OlderFile): OlderFile {
  return { path: `files/best/${name}`, name, content: { kind: 'copy', of: path } }
}

function brokenFiles(first: string): OlderFile[] {
  return [
    { path: 'files/recovered/FILE0001.JPG', name: 'Lighthouse.JPG', content: { kind: 'cut', of: first } },
    { path: 'files/recovered/FILE0002.JPG', name: 'Ferry.JPG', content: { kind: 'text', text: '' } },
    { path: 'files/recovered/FILE0003.JPG', name: 'Harbour.JPG', content: { kind: 'none' } },
    { path: 'files/Thumbs.db', name: 'Thumbs.db', content: { kind: 'text', text: 'No picture.' } },
  ]
}
