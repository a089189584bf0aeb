import type { Connection, Edge } from '../../relay/connection.ts'
import type { EntryPlace } from '../../upstream/widgets/galleryClient.ts'
import type {
  WireBook,
  WireBookPage,
  WireGalleryCategory,
  WireGalleryEntry,
  WireWidget,
  WireWidgetLink,
} from '../../upstream/widgets/wire.ts'

/** The source object of the `Widget` resolvers. */
export type WidgetModel = WireWidget

/** A page of books, and the number of books on all pages. */
export interface WidgetConnectionModel extends Connection<WidgetModel> {
  readonly totalCount: number
}

/** A book in a page. */
export type WidgetEdgeModel = Edge<WidgetModel>

/** A link, and the book that it opens. */
export interface WidgetLinkModel extends WireWidgetLink {
  readonly widgetId: string
}

/** The source object of the `GalleryEntry` resolvers. */
export type GalleryEntryModel = WireGalleryEntry

/** A category of the gallery. */
export type GalleryCategoryModel = WireGalleryCategory

/** What a reader sees, and the token of the link. */
export interface BookModel extends WireBook {
  readonly token: string
}

/** A page of a book, and the token of the link. */
export interface BookPageModel extends WireBookPage {
  readonly token: string
}

/** Pages of a book. */
export type BookPageConnectionModel = Connection<BookPageModel>

/** A page of a book in a list. */
export type BookPageEdgeModel = Edge<BookPageModel>

/** A deleted book. The book is fetched only if a field needs it. */
export interface DeleteWidgetSuccessModel {
  readonly widgetId: string
}

/** A mailed link. Its book is fetched only if a field needs it. */
export interface ShareWidgetSuccessModel {
  readonly link: WidgetLinkModel
}

/** A link that has ended. Its book is fetched only if a field needs it. */
export interface EndWidgetLinkSuccessModel {
  readonly endedLinkId: string
  readonly widgetId: string
}

/** A public link. Its book is fetched only if a field needs it. */
export interface CreatePublicWidgetLinkSuccessModel {
  readonly link: WidgetLinkModel
}

/** A removed entry. Its book is fetched only if a field needs it. */
export interface DeleteGalleryEntrySuccessModel {
  readonly place: EntryPlace
}

/** The entry that exists already. It is fetched only if a field needs it. */
export interface GalleryEntryExistsModel {
  readonly code: 'GALLERY_ENTRY_EXISTS'
  readonly message: string
  readonly place: EntryPlace
}

/** The entry that has changed. It is fetched only if a field needs it. */
export interface GalleryEntryChangedModel {
  readonly code: 'GALLERY_ENTRY_CHANGED'
  readonly message: string
  readonly place: EntryPlace
}
