import type { MarkName } from './mark-sources.ts';

/** What stands for a type: a mark where one is kept, and two letters for what is unknown. */
export interface TypeMarkLook {
  readonly mark: MarkName | undefined;
  readonly letters: string;
}

/** Types of the catalog from the most to the least exact: kind, service, provider; in small letters, `::` between. */
const TYPES: ReadonlyMap<string, MarkName> = new Map<string, MarkName>([
  ['aws', 'aws'],
  ['aws::apigateway', 'aws-apigateway'],
  ['aws::athena', 'aws-athena'],
  ['aws::backup', 'aws-backup'],
  ['aws::batch', 'aws-batch'],
  ['aws::cloudformation', 'aws-cloudformation'],
  ['aws::cloudfront', 'aws-cloudfront'],
  ['aws::cloudtrail', 'aws-cloudtrail'],
  ['aws::cloudwatch', 'aws-cloudwatch'],
  ['aws::cognito', 'aws-cognito'],
  ['aws::config', 'aws-config'],
  ['aws::docdb', 'aws-documentdb'],
  ['aws::dynamodb', 'aws-dynamodb'],
  ['aws::ec2', 'aws-ec2'],
  ['aws::ec2::natgateway', 'aws-vpc'],
  ['aws::ec2::internetgateway', 'aws-vpc'],
  ['aws::ec2::routetable', 'aws-vpc'],
  ['aws::ec2::securitygroup', 'aws-vpc'],
  ['aws::ec2::subnet', 'aws-vpc'],
  ['aws::ec2::vpc', 'aws-vpc'],
  ['aws::ecs', 'aws-ecs'],
  ['aws::ecs::taskdefinition', 'aws-fargate'],
  ['aws::eks', 'aws-eks'],
  ['aws::elasticache', 'aws-elasticache'],
  ['aws::elasticloadbalancing', 'aws-elb'],
  ['aws::elasticloadbalancingv2', 'aws-elb'],
  ['aws::events', 'aws-events'],
  ['aws::glue', 'aws-glue'],
  ['aws::iam', 'aws-iam'],
  ['aws::kinesis', 'aws-kinesis'],
  ['aws::kms', 'aws-kms'],
  ['aws::lambda', 'aws-lambda'],
  ['aws::mq', 'aws-mq'],
  ['aws::amazonmq', 'aws-mq'],
  ['aws::msk', 'aws-msk'],
  ['aws::elasticsearch', 'aws-opensearch'],
  ['aws::opensearchservice', 'aws-opensearch'],
  ['aws::rds', 'aws-rds'],
  ['aws::redshift', 'aws-redshift'],
  ['aws::route53', 'aws-route53'],
  ['aws::s3', 'aws-s3'],
  ['aws::secretsmanager', 'aws-secretsmanager'],
  ['aws::ses', 'aws-ses'],
  ['aws::sns', 'aws-sns'],
  ['aws::sqs', 'aws-sqs'],
  ['aws::ssm', 'aws-ssm'],
  ['aws::stepfunctions', 'aws-states'],
  ['aws::wafv2', 'aws-waf'],
  ['azure', 'azure'],
  ['azure::microsoft.sql', 'azure-sql'],
  ['azuredevops', 'azure-devops'],
  ['azure devops', 'azure-devops'],
  ['gcp', 'gcp'],
  ['github', 'github'],
  ['githubactions', 'github-actions'],
  ['gitlab', 'gitlab'],
  ['git', 'git'],
  ['kubernetes', 'kubernetes'],
  ['kubernetes::cluster', 'k8s-cluster'],
  ['kubernetes::clusterrole', 'k8s-role'],
  ['kubernetes::clusterrolebinding', 'k8s-role'],
  ['kubernetes::configmap', 'k8s-configmap'],
  ['kubernetes::cronjob', 'k8s-cronjob'],
  ['kubernetes::customresourcedefinition', 'k8s-crd'],
  ['kubernetes::daemonset', 'k8s-daemonset'],
  ['kubernetes::deployment', 'k8s-deployment'],
  ['kubernetes::endpoints', 'k8s-endpoints'],
  ['kubernetes::endpointslice', 'k8s-endpoints'],
  ['kubernetes::helmrelease', 'helm'],
  ['kubernetes::horizontalpodautoscaler', 'k8s-hpa'],
  ['kubernetes::ingress', 'k8s-ingress'],
  ['kubernetes::job', 'k8s-job'],
  ['kubernetes::namespace', 'k8s-namespace'],
  ['kubernetes::networkpolicy', 'k8s-netpol'],
  ['kubernetes::node', 'k8s-node'],
  ['kubernetes::persistentvolume', 'k8s-pv'],
  ['kubernetes::persistentvolumeclaim', 'k8s-pvc'],
  ['kubernetes::pod', 'k8s-pod'],
  ['kubernetes::replicaset', 'k8s-replicaset'],
  ['kubernetes::role', 'k8s-role'],
  ['kubernetes::rolebinding', 'k8s-role'],
  ['kubernetes::secret', 'k8s-secret'],
  ['kubernetes::service', 'k8s-service'],
  ['kubernetes::serviceaccount', 'k8s-serviceaccount'],
  ['kubernetes::statefulset', 'k8s-statefulset'],
  ['kubernetes::storageclass', 'k8s-pv'],
  ['argo', 'argo'],
  ['crossplane', 'crossplane'],
  ['docker', 'docker'],
  ['helm', 'helm'],
  ['missioncontrol', 'mission-control'],
  ['mission control', 'mission-control'],
  ['openshift', 'openshift'],
  ['terraform', 'terraform'],
  ['trivy', 'shield'],
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
  ['mysql', 'mysql'],
  ['mariadb', 'mariadb'],
  ['sqlserver', 'sql-server'],
  ['mssql', 'sql-server'],
  ['mongo', 'mongodb'],
  ['mongodb', 'mongodb'],
  ['redis', 'redis'],
  ['elasticsearch', 'elasticsearch'],
  ['opensearch', 'opensearch'],
  ['database', 'database'],
  ['sql', 'database'],
  ['file', 'file'],
]);

/** Icons that components and properties name, kinds of checks and of scrapers; in small letters without `-`, `_` and spaces. */
const ICONS: ReadonlyMap<string, MarkName> = new Map<string, MarkName>([
  ['alertmanager', 'alert'],
  ['ansible', 'ansible'],
  ['awsconfig', 'aws-config'],
  ['awsconfigrule', 'aws-config'],
  ['cassandra', 'cassandra'],
  ['catalog', 'layers'],
  ['cloud', 'cloud'],
  ['cloudwatch', 'aws-cloudwatch'],
  ['configdb', 'mission-control'],
  ['consul', 'consul'],
  ['creditcard', 'card'],
  ['csharp', 'dotnet'],
  ['datadog', 'datadog'],
  ['dns', 'wire'],
  ['dotnet', 'dotnet'],
  ['dynatrace', 'dynatrace'],
  ['ec2', 'aws-ec2'],
  ['envoy', 'envoy'],
  ['etcd', 'etcd'],
  ['exec', 'terminal'],
  ['folder', 'folder'],
  ['gcs', 'gcp'],
  ['go', 'go'],
  ['golang', 'go'],
  ['grafana', 'grafana'],
  ['http', 'globe'],
  ['icmp', 'pulse'],
  ['influxdb', 'influxdb'],
  ['istio', 'istio'],
  ['java', 'java'],
  ['jmeter', 'gauge'],
  ['junit', 'junit'],
  ['kafka', 'kafka'],
  ['kotlin', 'kotlin'],
  ['kubernetesfile', 'kubernetes'],
  ['ldap', 'directory'],
  ['nats', 'nats'],
  ['nginx', 'nginx'],
  ['nodejs', 'nodejs'],
  ['node', 'nodejs'],
  ['namespace', 'k8s-namespace'],
  ['php', 'php'],
  ['ping', 'pulse'],
  ['pod', 'k8s-pod'],
  ['prometheus', 'prometheus'],
  ['python', 'python'],
  ['rabbitmq', 'rabbitmq'],
  ['ruby', 'ruby'],
  ['rust', 'rust'],
  ['s3', 'aws-s3'],
  ['server', 'server'],
  ['sftp', 'folder'],
  ['shoppingcart', 'cart'],
  ['smb', 'folder'],
  ['sqlite', 'sqlite'],
  ['tcp', 'wire'],
  ['traefik', 'traefik'],
  ['truck', 'truck'],
  ['typescript', 'typescript'],
  ['vault', 'vault'],
  ['webhook', 'wire'],
  ['windows', 'windows'],
]);

/** A type of the catalog, `AWS::EC2::Instance`: what is not known exactly has the mark of its service, else of its provider. */
export function markOfType(type: string): TypeMarkLook {
  const parts = type.toLowerCase().split('::');
  for (let count = parts.length; count > 0; count -= 1) {
    const mark = TYPES.get(parts.slice(0, count).join('::'));
    if (mark !== undefined) return { mark, letters: '' };
  }
  const mark = ICONS.get(plainName(parts[0] ?? ''));
  return { mark, letters: mark === undefined ? lettersOf(type.split('::').at(-1) ?? type) : '' };
}

/** A name of an icon, or a kind of check or of scraper: `aws-rds`, `k8s-pod`, `http`, `awsConfigRule`. */
export function markOfIcon(name: string): TypeMarkLook {
  const plain = plainName(name);
  const asType = name.toLowerCase().replace(/^k8s-/u, 'kubernetes::').replace(/^aws-/u, 'aws::');
  const mark = ICONS.get(plain) ?? TYPES.get(plain) ?? TYPES.get(asType);
  return { mark, letters: mark === undefined ? lettersOf(name) : '' };
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/gu, '');
}

/** `EndpointSlice` → ES, `my-thing` → MT, `http` → HT. */
export function lettersOf(name: string): string {
  const words = name
    .replaceAll(/(?<small>[\p{Ll}\d])(?<large>\p{Lu})/gu, '$<small> $<large>')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
  const [first = '?', second] = words;
  const beginning = (word: string, length: number): string => Array.from(word).slice(0, length).join('');
  const letters =
    second === undefined ? beginning(first, 2) : `${beginning(first, 1)}${beginning(second, 1)}`;
  return letters.toUpperCase();
}
