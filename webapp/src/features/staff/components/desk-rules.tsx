import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeskRule } from '@/api/types'
import { Button } from '@/ui'
import { useRules } from '@/features/staff/api/rules'
import { Loaded } from './on-request'
import { RuleForm } from './rule-form'
import { RuleNumbers } from './rule-numbers'
import { RuleSimulation } from './rule-simulation'
import { RuleSwitch } from './rule-switch'
import styles from './staff.module.css'

/** The rules of the desk: written, tried on the last 30 days, and switched on. */
export function DeskRules() {
  const { t } = useTranslation(['staff', 'common'])
  const rules = useRules()
  const [edited, setEdited] = useState<DeskRule | 'new' | null>(null)
  return (
    <div className={styles.member}>
      <p className={styles.lead}>{t('staff:rules_lead')}</p>
      <Loaded answer={rules.answer}>
        {({ rules: listed, sites }) => (
          <>
            {edited ? (
              <RuleForm
                key={edited === 'new' ? 'new' : edited.id}
                rule={edited === 'new' ? null : edited}
                sites={sites}
                onSave={rules.save}
                onDelete={rules.remove}
                onClose={() => setEdited(null)}
              />
            ) : (
              <Button className={styles.alone} onClick={() => setEdited('new')}>
                {t('staff:rule_new')}
              </Button>
            )}
            {listed.length === 0 && <p className={styles.quiet}>{t('staff:rules_none')}</p>}
            <ul className={styles.log}>
              {listed.map((rule) => (
                <li key={rule.id} className={styles.rule} aria-label={rule.name}>
                  <div className={styles.ruleHead}>
                    <h3>{rule.name}</h3>
                    <span data-state={rule.state}>{t(`staff:rule_state_${rule.state}`)}</span>
                    {sites.length > 1 && <span className={styles.quiet}>{rule.site}</span>}
                  </div>
                  {rule.state === 'on' && <RuleNumbers title={t('staff:rule_live')} numbers={liveNumbers(rule)} />}
                  <RuleSimulation rule={rule} onSimulate={rules.simulate} />
                  <div className={styles.actions}>
                    <RuleSwitch rule={rule} onSwitch={(on) => rules.switchTo(rule, on)} />
                    <Button kind="quiet" onClick={() => setEdited(rule)}>
                      {t('common:edit')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  )
}

const liveNumbers = ({ numbers: { matches, ...numbers } }: DeskRule) => ({ cases: matches, ...numbers })
