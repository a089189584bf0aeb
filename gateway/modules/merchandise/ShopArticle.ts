import type { OptionListName } from '../../upstream/merchandise/wire.ts'
import type { OptionListKind, ShopArticleResolvers } from '../../__generated__/resolvers.ts'

const kinds: Readonly<Record<OptionListName, OptionListKind>> = {
  Border: 'BORDER',
  CoverText: 'COVER_TEXT',
  CoverType: 'COVER_TYPE',
  ExtraPages: 'EXTRA_PAGES',
  Paper: 'PAPER',
  PrintSize: 'PRINT_SIZE',
  Wrappers: 'WRAPPERS',
  PosterFrame: 'POSTER_FRAME',
  Passepartout: 'PASSEPARTOUT',
  HangingKit: 'HANGING_KIT',
}

/** Resolves the fields of `ShopArticle`. */
export const ShopArticle: ShopArticleResolvers = {
  code: ({ ID }) => ID,
  articleType: ({ ArticleType }) => ArticleType,
  title: ({ Title }) => Title,
  pageWidth: ({ PageWidth }) => PageWidth,
  pageHeight: ({ PageHeight }) => PageHeight,
  optionLists: ({ optionLists }) =>
    optionLists.map(({ name, options }) => ({
      kind: kinds[name],
      options: options.map(({ ID, Title }) => ({ code: ID, title: Title })),
    })),
  product: ({ ID, locale }, _args, { loaders }) => loaders.product(locale).load(ID),
}
