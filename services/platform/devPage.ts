import { escapeText } from './markup.ts'
import type { FastifyReply } from 'fastify'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fff,#121212);color:light-dark(#1a1a1a,#f2f2f2)}
a{color:light-dark(#0a4fc4,#a8c7fa)}
body{max-width:46rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{padding:.75rem 0;border-bottom:1px solid #8886}li p{margin:.25rem 0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}details{padding:.5rem 0;border-bottom:1px solid #8886}summary{cursor:pointer}code{overflow-wrap:anywhere}iframe{width:100%;height:85vh;border:1px solid #8886}`

/** Sends a page for developers and operators: plain HTML with a strict content security policy. */
export async function sendDevPage(reply: FastifyReply, title: string, body: string): Promise<void> {
  await reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-src 'self'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(
      `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeText(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
    )
}
