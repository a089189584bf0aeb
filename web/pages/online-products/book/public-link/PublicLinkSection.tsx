import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { PublicLinkSection_book$key } from '../../../../__generated__/PublicLinkSection_book.graphql.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { focusAfterDialog } from '../../../../shared/focusAfterDialog.ts'
import { Section } from '../../../../shared/Section.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { publicLinkSectionId } from '../../shared/publicLinkSectionId.ts'
import section from '../BookSection.module.css'
import { type CreationProblem, createPublicLink } from './createPublicLink.ts'
import { PublicLink } from './PublicLink.tsx'

const EndLinkDialog = lazy(async () => ({ default: (await import('../EndLinkDialog.tsx')).EndLinkDialog }))

const fragment = graphql`
  fragment PublicLinkSection_book on Widget {
    id
    publicUrl
    ...PublicLink_book
  }
`

const problems: Readonly<Record<CreationProblem, string>> = {
  blocked: 'onlineBooks.state.blocked',
  notReady: 'onlineBooks.state.preparing',
  missing: 'onlineBook.missingText',
  failed: 'onlineBook.public.createFailed',
}

/**
 * The public link, which opens the book for everybody who has the link, and the code that shows the book in another
 * page.
 */
export function PublicLinkSection({ book: key }: { readonly book: PublicLinkSection_book$key }) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const book = useFragment(fragment, key)
  const heading = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<CreationProblem | null>(null)
  const [isPending, setPending] = useState(false)
  const [endingId, setEndingId] = useState<string | null>(null)
  useFocusByAddress(heading)
  const close = () => {
    focusAfterDialog(() => heading.current)
    setEndingId(null)
  }
  const create = async () => {
    setPending(true)
    const outcome = await createPublicLink(session, book.id)
    setPending(false)
    setProblem(outcome)
    // When there is a link, the pressed button disappears with the focus, so the heading takes the focus.
    if (outcome === null) heading.current?.focus()
  }
  return (
    <Section id={publicLinkSectionId} headingRef={heading} title={<FormattedMessage id="onlineBook.public.title" />}>
      <div className={section.section}>
        <p className={section.text}>
          <FormattedMessage id="onlineBook.public.text" />
        </p>
        {book.publicUrl ? (
          <PublicLink book={book} onEnd={setEndingId} />
        ) : (
          <>
            <p role="alert" className={section.problem}>
              {problem && <FormattedMessage id={problems[problem]} />}
            </p>
            <Button isPending={isPending} onPress={() => void create()}>
              <FormattedMessage id="onlineBook.public.create" />
            </Button>
          </>
        )}
      </div>
      {endingId !== null && (
        <Suspense fallback={null}>
          <EndLinkDialog
            linkId={endingId}
            title={formatMessage({ id: 'onlineBook.public.endTitle' })}
            text={formatMessage({ id: 'onlineBook.public.endText' })}
            done={formatMessage({ id: 'onlineBook.public.ended' })}
            onClose={close}
          />
        </Suspense>
      )}
    </Section>
  )
}

/** Scrolls to the section and focuses it, if the hash of the URL names it. */
function useFocusByAddress(heading: { readonly current: HTMLElement | null }): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== `#${publicLinkSectionId}`) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [hash, heading])
}
