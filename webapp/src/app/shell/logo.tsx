import styles from './logo.module.css'

/** The site's own logo, else a rounded square whose colour runs round from the brand's to rose. */
export function Logo() {
  return <span className={styles.logo} aria-hidden="true" />
}
