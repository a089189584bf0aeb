import type { BookPage } from '../books.ts'

/** What a reader with a link sees of a book. */
export interface ShownBook {
  readonly title: string
  /** In their order. The first page is the cover. */
  readonly pages: readonly ShownPage[]
}

export interface ShownPage {
  /** From 1. */
  readonly number: number
  /** The day on which the photo was taken, such as `2025-07-04`. Null: unknown. */
  readonly takenOn: string | null
  /** The size in pixels of the largest rendition. Null: the picture was lost before it could be copied. */
  readonly picture: { readonly width: number; readonly height: number } | null
}

/** What the page of a book needs, from the rows of the book. */
export function toShownBook(title: string, pages: readonly BookPage[]): ShownBook {
  return {
    title,
    pages: pages.map(({ number, takenOn, hasPicture, width, height }) => ({
      number,
      takenOn,
      picture: hasPicture && width !== null && height !== null ? { width, height } : null,
    })),
  }
}
