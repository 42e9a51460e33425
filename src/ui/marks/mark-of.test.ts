import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lettersOf, markOfIcon, markOfType } from './mark-of.ts';
import { MARK_SOURCES } from './mark-sources.ts';

it('a build takes no mark that nothing leads to', () => {
  const code = readFileSync(new URL('mark-of.ts', import.meta.url), 'utf8');
  expect(Object.keys(MARK_SOURCES).filter((name) => !code.includes(`, '${name}']`))).toEqual([]);
});

describe('the mark of a type', () => {
  it.each([
    ['AWS::EC2::Instance', 'aws-ec2'],
    ['AWS::EC2::Subnet', 'aws-vpc'],
    ['AWS::RDS::DBInstance', 'aws-rds'],
    ['AWS::Region', 'aws'],
    ['Azure::Microsoft.Sql/servers', 'azure'],
    ['Azure::Microsoft.Sql', 'azure-sql'],
    ['Kubernetes::Pod', 'k8s-pod'],
    ['Kubernetes::Kustomization', 'kubernetes'],
    ['MissionControl::Canary', 'mission-control'],
    ['Kafka::Topic', 'kafka'],
    ['redis', 'redis'],
  ])('%s is %s: the kind, else the service, else the provider', (type, mark) => {
    expect(markOfType(type)).toEqual({ mark, letters: '' });
  });

  it('has two letters of its kind where nothing of it is known', () => {
    expect(markOfType('Acme::RocketEngine')).toEqual({ mark: undefined, letters: 'RE' });
    expect(markOfType('Acme::Rocket::')).toEqual({ mark: undefined, letters: '?' });
    expect(markOfType('__proto__')).toEqual({ mark: undefined, letters: 'PR' });
    expect(markOfType('constructor')).toEqual({ mark: undefined, letters: 'CO' });
  });
});

describe('the mark of a name', () => {
  it.each([
    ['http', 'globe'],
    ['awsConfigRule', 'aws-config'],
    ['k8s-pod', 'k8s-pod'],
    ['aws-rds', 'aws-rds'],
    ['shopping-cart', 'cart'],
    ['Azure Devops', 'azure-devops'],
    ['postgres', 'postgres'],
    ['configDB', 'mission-control'],
  ])('%s is %s, however it is written', (name, mark) => {
    expect(markOfIcon(name)).toEqual({ mark, letters: '' });
  });

  it('every kind of check and of scraper has one', () => {
    const kinds =
      'http exec alertManager elasticsearch redis mongo icmp ping folder tcp awsConfigRule awsConfig github ec2 ldap pod cloudwatch dns gcs s3 smb sftp prometheus kubernetes sql postgres mysql mssql configDB azureDevops jmeter junit dynatrace namespace kubernetesFile trivy aws azure file githubActions';
    expect(kinds.split(' ').filter((kind) => markOfIcon(kind).mark === undefined)).toEqual([]);
  });

  it('letters are the beginnings of two words, or of one', () => {
    expect(['EndpointSlice', 'my-thing', 'x', 'http2Server', '', '::', 'éclair'].map(lettersOf)).toEqual([
      'ES',
      'MT',
      'X',
      'HS',
      '?',
      '?',
      'ÉC',
    ]);
  });
});
