import { useIntl } from 'react-intl'
import { copyText } from '../../../shared/copyText.ts'

/** Copies the public link of a book, or the code that embeds the book. Toasts say whether it was copied. */
export function useCopyPublicLink() {
  const { formatMessage } = useIntl()
  const failed = formatMessage({ id: 'onlineBooks.copyFailed' })
  return {
    link: (url: string) => copyText(url, { copied: formatMessage({ id: 'onlineBooks.linkCopied' }), failed }),
    code: (code: string) => copyText(code, { copied: formatMessage({ id: 'onlineBooks.codeCopied' }), failed }),
  }
}
