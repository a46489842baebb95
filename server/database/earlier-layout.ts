import { StartError } from '../start-error.ts';

interface Applied {
  name: string;
  checksum: string;
}

/** The migrations from before the first release by their checksums. The present ones make the same layout. */
const EARLIER: ReadonlyMap<string, string> = new Map([
  ['0001_identity', '1536601bd1736bca20d438c747bde8cd27c7e18bef9e65db02c77f6cf9f8df79'],
  ['0002_accounts', '6ed764d3cd5d6835b7b11df409fb0b564943e6429e5d6b29c4e585628c04dc15'],
  ['0003_catalog', 'd049fa39f9a8fe12e4c81d7109cc5ab3668e6c2a47561f16243d0a4c14fb986a'],
  ['0004_catalog_counts', '8308413917cead90db85335568343106ccec6dc7ac5450ee38b1e7ed7479d4bf'],
  ['0005_orders', '19d4131927250890d8d603c88883403f9c87b28dd7055cbd2d284e49173878e0'],
  ['0006_requests', 'd4e601a36c401a645cb91cad76406cb584b57c50d91c8bfe7a0cf002c22fa5a9'],
  ['0007_audit', '6a12e56baa7afb35927d210f7ca5974eb674ca3bcce2efc3e2df6854f6edfd67'],
  ['0008_mail_and_jobs', 'fbb7ecc0caa96b2746e3329f4480f6e50d1a2bcf9d09ab9ae895280020009964'],
  ['0009_part_pages', '8b23c6ad7928ce2874155c76c1a7bc3df7bf32ff37fd5074518f5a6859b9bac9'],
  ['0010_search', 'f18a4fa1f5a53a3493adb12eff37462f379313871afaee74db0cca95e710d435'],
  ['0011_limits_and_requests', 'c66abc34169894ccc535f30ea21d09f0dc23e6a42636e9e2303c74132c1a22f8'],
  [
    '0012_accounts_links_second_step_privacy',
    'c21cb8689ca713938f25378420c06a65a602e98428142eedd5f2976a188ac829',
  ],
  ['0013_importer', 'ce3d9447943fd482349eacd38766414e62d5e8462043f15d5c23973938b24524'],
  ['0014_suggestions', '8c69b2f2f2b6883725c03e793b96b56e19b426fd0c7aa1bad67dfca94b36a704'],
  ['0015_admin', '3f04ade8dcd0a6c34eefa97cabd72a9ecd77668f8e15efc4f937459d476870e4'],
  ['0016_audit_chain', 'ea60ad8c924f734026dc2b56d7abcca482ee3eedb736901a62e3a36270b37112'],
  ['0017_security_scan', '7f1790f3b4bc5547927eb85d733ac16a4f461da7d4088ea259abf860164b5782'],
  ['0020_catalog_changes', '91351bdeb5b0505e9795baff62a9fbb962dedb53465a75528e7261d26ecf6809'],
  ['0021_search_changes', '460e427d93067e87cd532ec9f61386bdc46d3b8f179acd8318ab7057f89be2b9'],
  ['0022_stock_changes', 'c95ac8668fe2b367687817761984649553c9e95c36688e3a95b9e4b9709ac6e1'],
  ['0023_search_digits', '3012b53a4afd30796f02b53d984412f320cb3c650942e26dd8ea4d9381f3c934'],
  ['0024_vehicle_list', '41d93bc0cd38ad27b4fa5dab90b1fe6a768f87cef37207785af4eafe50a474db'],
  ['0025_alerts', '0488478dfc3fa0898e1d841f45e2dab6888975a345963d4483dd896c0cc3a20b'],
  ['0026_bounded_holds', '936e1a813a5a1298212a3f6623cd3f851e7810ef76e3032425605190faa1be7c'],
  ['0027_mail_copies_and_job_workers', '9c3fcc08b98973958871e3f000fc4abeeac23f22070f94be03f4f0a04a752ec1'],
  ['0028_mailed_links_with_a_button', '1b01675f67495e3e76c871379e3029723da3eb5cdce347f3bb0e37a6a4d0d0d7'],
  ['0032_payment_states', 'e8514d692981e13e5a3a3ba5f337c71c99d1460f4673f33c098bd6e501375386'],
  ['0033_search_maintenance', 'c5626f03856eb7dba8111330ccecea762ad114353cb0635f1141ae3b04525dc2'],
]);

const LAST = [...EARLIER.keys()].at(-1);

export function hasEarlierLayout(applied: readonly Applied[]): boolean {
  return applied.some(({ name, checksum }) => EARLIER.get(name) === checksum);
}

/** @throws {StartError} */
export function requireEarlierLayout(applied: readonly Applied[]): void {
  for (const { name, checksum } of applied) {
    if (!EARLIER.has(name)) {
      throw new StartError(`The database has had migration ${name}, which this version does not know.`);
    }
    if (EARLIER.get(name) !== checksum) {
      throw new StartError(`Migration ${name} was changed after the database has had it.`);
    }
  }
  if (applied.length < EARLIER.size) {
    throw new StartError(
      `The database has had ${applied.length} of the ${EARLIER.size} migrations from before the first release: ` +
        `start the last version that has db/migrations/${LAST}.sql on it once, then run "npm run adopt".`,
    );
  }
}
