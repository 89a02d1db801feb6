//! A connection with a time limit for every use. A connection without a reply in time is closed: a
//! pooler or proxy may accept all data and never reply.

use std::time::Duration;

use rustls::ClientConfig;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Time limit for sending the last message of a connection.
const TO_CLOSE: Duration = Duration::from_millis(500);

/// The reason why there is no result.
pub(super) enum Failed {
    /// There was no reply within this time.
    Silent(Duration),
    /// The runtime could not be created.
    Io(std::io::Error),
    Error(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Error(error)
    }
}

pub(super) struct Connection {
    runtime: Runtime,
    /// `None` only during `drop`.
    client: Option<Client>,
    /// Sends and receives for the client.
    task: JoinHandle<()>,
}

impl Connection {
    pub(super) fn open(
        config: &Config,
        tls: Option<&ClientConfig>,
        longest: Duration,
    ) -> Result<Self, Failed> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(Failed::Io)?;
        let connect = async {
            Ok(match tls {
                Some(tls) => {
                    let tls = MakeRustlsConnect::new(tls.clone());
                    let (client, connection) = config.connect(tls).await?;
                    (client, tokio::spawn(async move { drop(connection.await) }))
                }
                None => {
                    let (client, connection) = config.connect(NoTls).await?;
                    (client, tokio::spawn(async move { drop(connection.await) }))
                }
            })
        };
        match limited(&runtime, longest, connect) {
            Ok((client, task)) => Ok(Self {
                runtime,
                client: Some(client),
                task,
            }),
            Err(failed) => {
                // Do not wait for a pending name resolution.
                runtime.shutdown_background();
                Err(failed)
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.as_ref().is_none_or(Client::is_closed)
    }

    /// Runs statements. After an error, the connection must be dropped.
    pub(super) fn run<R>(
        &mut self,
        longest: Duration,
        work: impl AsyncFnOnce(&mut Client) -> Result<R, Error>,
    ) -> Result<R, Failed> {
        match &mut self.client {
            Some(client) => limited(&self.runtime, longest, work(client)),
            None => Err(Failed::Silent(longest)),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Without its client, the task sends the last message and ends.
        self.client = None;
        let (runtime, task) = (&self.runtime, &mut self.task);
        let _ = runtime.block_on(async { timeout(TO_CLOSE, task).await });
    }
}

fn limited<R>(
    runtime: &Runtime,
    longest: Duration,
    work: impl Future<Output = Result<R, Error>>,
) -> Result<R, Failed> {
    match runtime.block_on(async { timeout(longest, work).await }) {
        Ok(done) => Ok(done?),
        Err(_) => Err(Failed::Silent(longest)),
    }
}
