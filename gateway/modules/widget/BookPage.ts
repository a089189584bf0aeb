import type { BookImageWidth, BookPageResolvers } from '../../__generated__/resolvers.ts'

const widths: Readonly<Record<BookImageWidth, number>> = { SMALL: 300, MEDIUM: 800, LARGE: 1_300 }

/** Resolves the fields of `BookPage`. */
export const BookPage: BookPageResolvers = {
  takenOn: ({ takenOn }) => takenOn ?? null,
  imageUrl: ({ token, number, hasPicture }, { width }) =>
    hasPicture ? `/books/${encodeURIComponent(token)}/pages/${number}/${widths[width]}.jpg` : null,
}
