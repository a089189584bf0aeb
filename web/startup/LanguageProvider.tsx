import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { isRightToLeft } from '../shared/direction.ts'

interface LanguageProviderProps {
  readonly locale: string
  readonly children: ReactNode
}

/**
 * Tells the components of React Aria the language of the page and its direction. They know the direction only by the
 * locale, so a catalogue that is read from right to left adds a script which is: journeys run with English texts in that
 * direction.
 */
export function LanguageProvider({ locale, children }: LanguageProviderProps) {
  const tag = isRightToLeft() ? new Intl.Locale(locale, { script: 'Arab' }).toString() : locale
  return <I18nProvider locale={tag}>{children}</I18nProvider>
}
