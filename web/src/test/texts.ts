import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A text that the app may show, with its place; joined if it spans elements, such as two buttons. */
export type Text = { place: string; text: string; joined: boolean }

type Node = { type: string; start: number; [key: string]: unknown }

const src = join(import.meta.dirname, '..')

/** Attributes and calls whose strings nobody reads. */
const codeAttributes =
  /^(className|class|href|id|key|type|rel|target|icon|name|src|d|viewBox|tone|variant|size|htmlFor|transform|points|tick|field)$/
const codeCalls = new Set(['cx', 'cva', 'useWait', 'querySelector', 'getElementById', 'addEventListener'])

/** Every text in the handwritten source: text between tags, and strings that look like words. */
export function sourceTexts(): Text[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(gen|d|test)\.tsx?$/.test(path) && !path.startsWith('test/'))
    .toSorted()
    .flatMap((path) => textsOf(path, readFileSync(join(src, path), 'utf8')))
}

/** The texts of one file. Expressions between words become an ellipsis. */
export function textsOf(path: string, code: string): Text[] {
  const texts: Text[] = []
  const add = (node: Node, text: string, joined = false) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (!isWords(plain)) return
    texts.push({ place: `${path}:${code.slice(0, node.start).split('\n').length}`, text: plain, joined })
  }
  const visit = (node: unknown, skip: boolean): void => {
    if (Array.isArray(node)) return node.forEach((item) => visit(item, skip))
    if (!isNode(node)) return
    if (/^(Import|ExportAll|TS(?!As|Non|Satisfies))/.test(node.type)) return
    if (node.type === 'JSXAttribute' && codeAttributes.test(nameOf(node['name']))) skip = true
    if (node.type === 'CallExpression' && codeCalls.has(nameOf(node['callee']))) skip = true
    if (!skip) {
      if (node.type === 'Literal' && typeof node['value'] === 'string') add(node, node['value'])
      if (node.type === 'TemplateLiteral') add(node, templateText(node))
      if (node.type === 'JSXElement' || node.type === 'JSXFragment')
        add(node, childrenText(node), hasElements(node))
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'key' && node.type === 'Property') continue
      visit(child, skip && node.type !== 'JSXElement')
    }
  }
  visit(parseSync(path, code, { lang: 'tsx' }).program, false)
  return texts
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? nameOf(node['property'])) : '')

const isWords = (text: string) =>
  /\p{L}{2}/u.test(text) &&
  (/^\p{Lu}[^A-Z]/u.test(text) || /\s/.test(text)) &&
  !/^(https?:|\/|\.|@|[a-z0-9-]+:)|(^|\s)(\w+-)+\w+\s+(\w+-)+\w+|^[a-z-]+\/[a-z-]+$/.test(text)

type Children = { children: Node[] }

const hasElements = (node: Node) =>
  (node as unknown as Children).children.some(({ type }) => type === 'JSXElement')

/** What stands between the tags of an element, in one line. */
const childrenText = (node: Node): string =>
  (node as unknown as Children).children
    .map((child) => {
      if (child.type === 'JSXText') return String(child['value'])
      if (child.type === 'JSXElement') return childrenText(child)
      const expression = child['expression'] as Node | undefined
      if (expression?.type === 'Literal' && typeof expression['value'] === 'string') return expression['value']
      return expression?.type === 'JSXEmptyExpression' ? '' : '…'
    })
    .join('')

const templateText = (node: Node) =>
  (node['quasis'] as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('…')
