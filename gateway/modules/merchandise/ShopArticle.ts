import { type OptionListName, optionListNames } from '../../upstream/merchandise/wire.ts'
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
  optionLists: (article) =>
    optionListNames.flatMap((name) => {
      const options = article[name]?.Options.map(({ ID, Title }) => ({ code: ID, title: Title }))
      return options ? [{ kind: kinds[name], options }] : []
    }),
  product: ({ ID, locale }, _args, { loaders }) => loaders.product(locale).load(ID),
}
