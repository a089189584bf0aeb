import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PublicLink_book$key } from '../../../../__generated__/PublicLink_book.graphql.ts'
import { Button } from '../../../../ui/Button.tsx'
import { CopyIcon } from '../../../../ui/laterIcons.tsx'
import { useCopyPublicLink } from '../../shared/useCopyPublicLink.ts'
import section from '../BookSection.module.css'
import styles from './PublicLink.module.css'

const fragment = graphql`
  fragment PublicLink_book on Widget {
    publicUrl
    embedCode
    links {
      id
      kind
      state
      viewCount
    }
  }
`

export interface PublicLinkProps {
  readonly book: PublicLink_book$key
  /** Called with the id of the link that the customer wants to end. */
  readonly onEnd: (linkId: string) => void
}

/** The public link and its code, to copy, and a button that ends the link. */
export function PublicLink({ book, onEnd }: PublicLinkProps) {
  const { formatMessage } = useIntl()
  const { publicUrl, embedCode, links } = useFragment(fragment, book)
  const copy = useCopyPublicLink()
  const link = links?.find(({ kind, state }) => kind === 'PUBLIC' && state === 'ACTIVE')
  return (
    <>
      {publicUrl && (
        <CopyableText
          label={formatMessage({ id: 'onlineBook.public.link' })}
          text={publicUrl}
          copy={formatMessage({ id: 'onlineBooks.copyLink' })}
          onCopy={() => void copy.link(publicUrl)}
        />
      )}
      {embedCode && (
        <CopyableText
          label={formatMessage({ id: 'onlineBook.public.code' })}
          text={embedCode}
          copy={formatMessage({ id: 'onlineBooks.copyCode' })}
          onCopy={() => void copy.code(embedCode)}
        />
      )}
      {link && (
        <>
          <p className={section.text}>
            <FormattedMessage id="onlineBooks.views" values={{ count: link.viewCount }} />
          </p>
          <Button variant="quiet" aria-haspopup="dialog" onPress={() => onEnd(link.id)}>
            <FormattedMessage id="onlineBook.public.end" />
          </Button>
        </>
      )}
    </>
  )
}

interface CopyableTextProps {
  readonly label: string
  readonly text: string
  readonly copy: string
  readonly onCopy: () => void
}

/** A text to copy. It can be selected by hand, in case the browser refuses to copy. */
function CopyableText({ label, text, copy, onCopy }: CopyableTextProps) {
  const id = useId()
  return (
    <div className={styles.copied}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          readOnly
          value={text}
          spellCheck={false}
          className={styles.text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button icon={<CopyIcon size={18} />} onPress={onCopy}>
          {copy}
        </Button>
      </div>
    </div>
  )
}
