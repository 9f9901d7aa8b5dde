/**
 * Oxlint rule: storage, databases, caches, cookies, channels and locks of the browser are used in `src/api/device` alone, and
 * caches in the worker's `cache.ts`. In-app browsers have none (null), privacy settings refuse them (access or use throws),
 * and they can be full; those modules go on without.
 */
const SOURCE = /\/src\/(.+)$/
const ALLOWED = /^api\/device\/(storage|database|tabs)\.ts$|^worker\/cache\.ts$|\.test\.tsx?$/
const NAMES = new Set(
  'localStorage sessionStorage indexedDB caches cookieStore BroadcastChannel document.cookie navigator.locks'.split(
    ' ',
  ),
)

const device = {
  create(context) {
    const file = SOURCE.exec(context.filename.replaceAll('\\', '/'))?.[1]
    if (!file || ALLOWED.test(file)) return {}
    const check = (node, name) => {
      if (NAMES.has(name)) context.report({ node, message: `Use src/api/device: browsers may refuse ${name}` })
    }
    return {
      Identifier: (node) => check(node, node.name),
      MemberExpression({ object, property }) {
        const name = property.value ?? property.name
        check(property, `${object.name ?? object.property?.name}.${name}`)
        if (typeof property.value === 'string') check(property, name)
      },
    }
  },
}

export default { meta: { name: 'pairwise-device' }, rules: { device } }
