// A stack of two functions, which differ in the format of their bundles. It needs neither an account nor the network.
import { App, Stack } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

const app = new App({ outdir: 'cdk.out' });
const stack = new Stack(app, 'Ids');
for (const format of [OutputFormat.CJS, OutputFormat.ESM]) {
  new NodejsFunction(stack, `Ids-${format}`, {
    entry: 'handler.mjs',
    depsLockFilePath: 'package-lock.json',
    runtime: Runtime.NODEJS_22_X,
    bundling: { format },
  });
}
app.synth();
