import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BookListItem_book$data, BookListItem_book$key } from '../../../__generated__/BookListItem_book.graphql.ts'
import { AppLink, useAppNavigate } from '../../../shared/AppLink.tsx'
import { AppLinkButton } from '../../../shared/AppLinkButton.tsx'
import { onlineProductPath, orderPath } from '../../../shared/paths.ts'
import { OrdersIcon, TrashIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CopyIcon, MoreIcon } from '../../../ui/laterIcons.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { BookCover } from '../shared/BookCover.tsx'
import { BookStatus } from '../shared/BookStatus.tsx'
import { OpenBookLink } from '../shared/OpenBookLink.tsx'
import { publicLinkSectionId } from '../shared/publicLinkSectionId.ts'
import { useBookFacts } from '../shared/useBookFacts.ts'
import { useCopyPublicLink } from '../shared/useCopyPublicLink.ts'
import styles from './BookListItem.module.css'

const fragment = graphql`
  fragment BookListItem_book on Widget {
    id
    productCode
    orderCode
    title
    state
    ownerUrl
    embedCode
    publicUrl
    ...BookCover_book
    ...BookStatus_book
    ...useBookFacts_book
  }
`

export interface BookListItemProps {
  readonly book: BookListItem_book$key
  readonly isEager: boolean
  readonly onDelete: () => void
}

/** An online book: its cover, its facts, who can see it, and what the customer can do with it. */
export function BookListItem({ book: key, isEager, onDelete }: BookListItemProps) {
  const book = useFragment(fragment, key)
  const { id, productCode, title, state, ownerUrl } = book
  const { about, sharing } = useBookFacts(book)
  const path = onlineProductPath(productCode)
  return (
    <li className={styles.item}>
      {/* The link with the title leads to the same page, so keyboards and screen readers reach only that link. */}
      <AppLink to={path} tabIndex={-1} aria-hidden="true" className={styles.cover}>
        <BookCover book={book} isEager={isEager} />
      </AppLink>
      <div className={styles.about}>
        <h2 tabIndex={-1} data-book={id} className={styles.title}>
          <AppLink to={path}>{title}</AppLink>
        </h2>
        {about && <p className={styles.facts}>{about}</p>}
        {sharing !== null && <p className={styles.facts}>{sharing}</p>}
        <BookStatus book={book} />
      </div>
      <div className={styles.actions}>
        {ownerUrl && <OpenBookLink url={ownerUrl} title={title} size="small" variant="secondary" />}
        {state === 'READY' && (
          <AppLinkButton to={path} size="small" variant="quiet">
            <FormattedMessage id="onlineBooks.share" /> <VisuallyHidden>{title}</VisuallyHidden>
          </AppLinkButton>
        )}
        <More book={book} onDelete={onDelete} />
      </div>
    </li>
  )
}

interface MoreProps {
  readonly book: Pick<
    BookListItem_book$data,
    'productCode' | 'orderCode' | 'title' | 'state' | 'embedCode' | 'publicUrl'
  >
  readonly onDelete: () => void
}

/**
 * The menu of a book. Without a public link there is nothing to copy, so the menu leads to the section of the book's
 * page that creates a public link.
 */
function More({ book: { productCode, orderCode, title, state, embedCode, publicUrl }, onDelete }: MoreProps) {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  const copy = useCopyPublicLink()
  const label = formatMessage({ id: 'onlineBooks.more' }, { title })
  const copies = [
    ...(publicUrl
      ? [{ id: 'link', label: formatMessage({ id: 'onlineBooks.copyLink' }), icon: <CopyIcon size={18} /> }]
      : []),
    ...(embedCode
      ? [{ id: 'code', label: formatMessage({ id: 'onlineBooks.copyCode' }), icon: <CopyIcon size={18} /> }]
      : []),
  ]
  const embed = { id: 'embed', label: formatMessage({ id: 'onlineBooks.embed' }), icon: <CopyIcon size={18} /> }
  const entries = [
    ...(state === 'READY' ? (copies.length > 0 ? copies : [embed]) : []),
    { id: 'order', label: formatMessage({ id: 'onlineBooks.toOrder' }), icon: <OrdersIcon size={18} /> },
    {
      id: 'delete',
      label: formatMessage({ id: 'onlineBooks.delete' }),
      icon: <TrashIcon size={18} />,
      isDangerous: true,
    },
  ]
  const choose = (id: string) => {
    if (id === 'link' && publicUrl) void copy.link(publicUrl)
    else if (id === 'code' && embedCode) void copy.code(embedCode)
    else if (id === 'embed') navigate(`${onlineProductPath(productCode)}#${publicLinkSectionId}`)
    else if (id === 'order') navigate(orderPath(orderCode))
    else if (id === 'delete') onDelete()
  }
  return (
    <MenuButton label={label} entries={entries} onChoose={choose} align="end">
      {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} className={styles.more} />}
    </MenuButton>
  )
}
