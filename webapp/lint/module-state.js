/**
 * Oxlint rule: no module of `src` keeps state that changes. State belongs to an object that a factory makes, one for each
 * page (`src/singletons.ts`) or for each component. Reported at the top level of a module: `let` and `var`; a Map, Set or
 * other collection without a `Readonly...` type; an object made by a factory (`create...()`, `new ...`); a constant whose
 * content is changed anywhere in the module.
 */
const SOURCE = /\/src\/(.+)$/
const TEST = /\.test\.tsx?$/

/** `file: name` of each object that stands at the top level of its module, with the reason. */
const ALLOWED = {
  'api/client.ts: api': 'the functions of all features use it, within components and without; tests need no fresh one',
  'api/device/storage.ts: local': 'the storage of the browser, of which there is one; tests make their own',
  'api/device/storage.ts: session': 'as `local`',
  'main.tsx: singletons': 'the page itself: here all of its objects are made',
}

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])
const IMMUTABLE = new Set(['RegExp', 'Date', 'URL', 'Error'])
// Contexts have no state of their own: it is in the component that provides them.
const STATELESS_FACTORIES = new Set(['createContext'])
const MUTATORS = new Set('push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '))

const unwrapped = (node) =>
  node && ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'AwaitExpression'].includes(node.type)
    ? unwrapped(node.expression ?? node.argument)
    : node

const typeName = ({ id }) => id.typeAnnotation?.typeAnnotation?.typeName?.name ?? ''

/** The sentence that says why a constant is state, or undefined. */
function stateOf(declarator) {
  const made = unwrapped(declarator.init)
  if (made?.type === 'NewExpression') {
    const name = made.callee.name ?? ''
    if (COLLECTIONS.has(name))
      return typeName(declarator).startsWith('Readonly') ? undefined : 'Give it a Readonly... type'
    return IMMUTABLE.has(name) || name.startsWith('Intl') ? undefined : 'Make it in a factory'
  }
  const factory = made?.type === 'CallExpression' ? (made.callee.name ?? made.callee.property?.name ?? '') : ''
  return /^create[A-Z]/.test(factory) && !STATELESS_FACTORIES.has(factory) ? 'Make it in a factory' : undefined
}

/** The constant at the root of `a.b.c`. */
const rootOf = (node) => (node?.type === 'MemberExpression' ? rootOf(node.object) : node?.name)

const moduleState = {
  create(context) {
    const file = SOURCE.exec(context.filename.replaceAll('\\', '/'))?.[1]
    if (!file || TEST.test(file)) return {}
    const constants = new Map()
    const changed = []
    const change = (node, target) => target?.type === 'MemberExpression' && changed.push([node, rootOf(target)])
    /** Names declared within functions hide those of the module. */
    const isHidden = (node, name) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper)
        if (scope.set.has(name)) return scope.type !== 'module' && scope.type !== 'global'
      return false
    }
    return {
      Program({ body }) {
        for (const statement of body) {
          const declared = statement.type.startsWith('Export') ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const declarator of declared.declarations) {
            const name = declarator.id.name
            if (declared.declare || `${file}: ${name}` in ALLOWED) continue
            if (declared.kind !== 'const') {
              context.report({
                node: declarator,
                message: `State of a module: ${name}. Move it into an object (src/singletons.ts)`,
              })
              continue
            }
            if (name) constants.set(name, declarator)
            const advice = stateOf(declarator)
            if (advice) context.report({ node: declarator, message: `State of a module: ${name}. ${advice}` })
          }
        }
      },
      AssignmentExpression: (node) => change(node, node.left),
      UpdateExpression: (node) => change(node, node.argument),
      UnaryExpression: (node) => node.operator === 'delete' && change(node, node.argument),
      CallExpression(node) {
        if (node.callee.type === 'MemberExpression' && MUTATORS.has(node.callee.property.name))
          change(node, node.callee)
      },
      'Program:exit'() {
        for (const [node, name] of changed)
          if (constants.has(name) && !isHidden(node, name))
            context.report({
              node,
              message: `Changes ${name}, a constant of the module. Move it into an object (src/singletons.ts)`,
            })
      },
    }
  },
}

export default { meta: { name: 'pairwise-state' }, rules: { 'module-state': moduleState } }
