import {
  kindRules,
  type RestrictedKind,
  restrictedKinds,
} from '#core/catalog/restricted/restricted-kinds.ts';
import { DollarsSetting } from './number-settings.tsx';
import { CheckboxSetting, SettingGroup, TextSetting } from './setting-fields.tsx';
import { statesText, wordsText } from './setting-text.ts';

export function RestrictedForm() {
  return (
    <>
      <p className="text-muted">
        What the law restricts, by kind of part. This is not legal advice: ask a lawyer before you turn a rule
        off. Parts that may not be shown become hidden when you save.
      </p>
      {restrictedKinds.map((kind) => (
        <KindFields key={kind} kind={kind} />
      ))}
    </>
  );
}

function KindFields({ kind }: { kind: RestrictedKind }) {
  const { name, explanation, sources } = kindRules[kind];
  return (
    <SettingGroup
      title={name}
      hint={
        <>
          {explanation} Sources:{' '}
          {sources.map((source, index) => (
            <span key={source.address}>
              {index > 0 && ', '}
              <a href={source.address} target="_blank" rel="noreferrer" className="link">
                {source.name}
              </a>
            </span>
          ))}
          .
        </>
      }
    >
      <CheckboxSetting path={`${kind}.on`} label="This rule applies" />
      {kind === 'catalyticConverters' && (
        <CheckboxSetting
          path="catalyticConverters.soldElsewhere"
          label="We sell them to other states only"
          hint="They are shown to all visitors with a note, including visitors from California."
        />
      )}
      {kind === 'catalyticConverters' && (
        <TextSetting
          path="catalyticConverters.states"
          label="Not sold in"
          text={statesText}
          empty={[]}
          className="sm:max-w-60"
        />
      )}
      {kind === 'leadAcidBatteries' && (
        <>
          <DollarsSetting path="leadAcidBatteries.feeCents" label="Fee for each battery" />
          <CheckboxSetting
            path="leadAcidBatteries.refundsFee"
            label="Refund the fee with returned batteries"
            hint="The law calls the fee nonrefundable. Canceled orders, warranty claims and mistakes by the shop always refund it."
          />
        </>
      )}
      <TextSetting
        path={`${kind}.words`}
        label="Words in the name or category"
        text={wordsText}
        empty={[]}
        hint="Separated by commas. A part with any of these words is of this kind."
      />
      <TextSetting
        path={`${kind}.exceptions`}
        label="But not with these words"
        text={wordsText}
        empty={[]}
        hint="At the beginning of the name, up to 'for' or 'with'."
      />
    </SettingGroup>
  );
}
