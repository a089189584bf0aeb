/** Photos are laid out in blocks of about this size, so that a further block moves no photo of the blocks before it. */
const usualBlock = 24
/** The cost of an empty row, relative to the cost of rows that are too high or too low. */
const emptinessWeight = 0.25
/**
 * The cost of a row whose height differs from the usual height, relative to the cost of cropping photos by the same
 * factor.
 */
const heightWeight = 0.5
/** To fill the width, a row that is fitted into a height crops its photos by at most this factor. */
const largestCrop = 1.3
/** Row heights to try when photos are fitted into a given height, relative to the row height that fits on average. */
const factors = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.4]
/**
 * Above this number of photos, only `narrowFactors` are tried, because the average height of many photos varies little.
 */
const manyPhotos = 48
const narrowFactors = [0.95, 1, 1.05]

/** The sizes that determine the breaks between rows, in pixels. */
export interface RowSizes {
  readonly width: number
  /** The wanted height of a row. */
  readonly rowHeight: number
  readonly gap: number
}

/** A row before it is placed. */
export interface RowDraft {
  /** Index of the row's first photo. */
  readonly first: number
  readonly ratios: readonly number[]
  /** The height in pixels, not rounded. */
  readonly height: number
  /** Whether the row keeps the photos' shapes instead of filling the width. */
  readonly isRagged: boolean
}

/** Breaks photos into rows that keep the photos' shapes. */
export function draftRows(ratios: readonly number[], sizes: RowSizes, isEnd: boolean): RowDraft[] {
  const rows: RowDraft[] = []
  // Blocks have about equal sizes: a last block of a single photo would become a row as high as the window.
  const blockSize = Math.ceil(ratios.length / Math.ceil(ratios.length / usualBlock))
  for (let start = 0; start < ratios.length; start += blockSize) {
    const block = ratios.slice(start, start + blockSize)
    const isLastBlock = isEnd && start + blockSize >= ratios.length
    let first = 0
    for (const end of rowEnds(block, sizes, isLastBlock)) {
      const inRow = block.slice(first, end)
      const filled = heightOf(inRow, sizes)
      const isRagged = isLastBlock && end === block.length && raggedCost(filled, sizes) < filledCost(filled, sizes)
      const height = isRagged ? sizes.rowHeight : filled
      rows.push({ first: start + first, ratios: inRow, height, isRagged })
      first = end
    }
  }
  return rows
}

/** Breaks photos into rows that together fill this height, crop the photos little, and are about as high as usual. */
export function fittedRows(
  ratios: readonly number[],
  sizes: RowSizes,
  isEnd: boolean,
  height: number,
): readonly RowDraft[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0)
  const average = Math.sqrt((sizes.width * height) / sum)
  let best: readonly RowDraft[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const factor of ratios.length > manyPhotos ? narrowFactors : factors) {
    const rows = stretched(draftRows(ratios, { ...sizes, rowHeight: average * factor }, isEnd), sizes, height)
    const cost = fitCost(rows, sizes)
    if (cost < lowest) {
      lowest = cost
      best = rows
    }
  }
  return best.map((row) => withinCrop(row, sizes))
}

/** Scales all rows by the same factor, so that together they fill this height. */
function stretched(rows: readonly RowDraft[], { gap }: RowSizes, wanted: number): readonly RowDraft[] {
  const sum = rows.reduce((total, row) => total + row.height, 0)
  const factor = Math.max(0, wanted - gap * (rows.length - 1)) / sum
  return rows.map((row) => ({ ...row, height: row.height * factor }))
}

/** Makes a row ragged if filling the width would crop its photos too much. */
function withinCrop(row: RowDraft, sizes: RowSizes): RowDraft {
  return { ...row, isRagged: row.isRagged || heightOf(row.ratios, sizes) > largestCrop * row.height }
}

/**
 * The cost of rows that together fill a given height: the cost of the worst crop or empty space, plus the cost of the
 * worst row height.
 */
function fitCost(rows: readonly RowDraft[], sizes: RowSizes): number {
  const costs = rows.map(({ ratios, height, isRagged }) => {
    const crop = Math.log(height / heightOf(ratios, sizes))
    if (crop >= 0) return crop
    const empty = emptinessWeight * (1 - Math.exp(crop))
    return isRagged ? empty : Math.min(-crop, Math.log(largestCrop) + empty)
  })
  const heights = rows.map(({ height }) => Math.abs(Math.log(height / sizes.rowHeight)))
  return Math.max(...costs) + heightWeight * Math.max(...heights)
}

/** The index after each row of a block, for the breaks with the lowest cost. */
function rowEnds(block: readonly number[], sizes: RowSizes, isLastBlock: boolean): number[] {
  const best: { readonly cost: number; readonly from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= block.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: 0 }
    let sum = 0
    for (let from = end - 1; from >= 0; from -= 1) {
      sum += block[from] ?? 0
      const height = filledHeight(sum, end - from, sizes)
      const filled = filledCost(height, sizes)
      // Below the wanted height, each further photo reduces the height of the row and increases its cost.
      if (height < sizes.rowHeight && filled > choice.cost) break
      const ragged = isLastBlock && end === block.length ? raggedCost(height, sizes) : Number.POSITIVE_INFINITY
      const cost = (best[from]?.cost ?? 0) + Math.min(filled, ragged)
      if (cost < choice.cost) choice = { cost, from }
    }
    best.push(choice)
  }
  const ends: number[] = []
  for (let end = block.length; end > 0; end = best[end]?.from ?? 0) ends.unshift(end)
  return ends
}

/** The cost of a row that fills the width, by its height: twice the wanted height costs the same as half of it. */
function filledCost(height: number, sizes: RowSizes): number {
  return Math.log(height / sizes.rowHeight) ** 2
}

/**
 * The cost of a row of the wanted height, by the width that it leaves empty.
 * @param height the height at which the row would fill the width
 */
function raggedCost(height: number, sizes: RowSizes): number {
  const share = sizes.rowHeight / height
  return share > 1 ? Number.POSITIVE_INFINITY : emptinessWeight * (1 - share)
}

/** The height at which a row fills the width. */
function heightOf(ratios: readonly number[], sizes: RowSizes): number {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0)
  return filledHeight(sum, ratios.length, sizes)
}

/** The height at which a row of `count` photos fills the width, if the sum of their ratios is `sum`. */
function filledHeight(sum: number, count: number, { width, gap }: RowSizes): number {
  return (width - gap * (count - 1)) / sum
}
