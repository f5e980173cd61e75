use std::sync::Arc;

use image_tools::ToolError;
use rten::{Model, RunOptions, ThreadPool};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

/// Threads of an engine's process: large machines have other work too.
pub(crate) const THREADS: usize = 2;

/// A network that turns pictures into planes.
pub(crate) struct Network(Model);

impl Network {
    /// Loads a network in the format ONNX.
    ///
    /// # Errors
    ///
    /// It is none.
    pub(crate) fn load(content: Vec<u8>) -> Result<Self, ToolError> {
        Model::load(content).map(Self).map_err(|_| ToolError::Broken)
    }

    /// Returns its first output for planes of one size, one after the other.
    ///
    /// # Errors
    ///
    /// It does not take such planes.
    pub(crate) fn run(
        &self,
        planes: Vec<f32>,
        channels: usize,
        width: usize,
        height: usize,
    ) -> Result<NdTensor<f32, 4>, ToolError> {
        let input = NdTensor::from_data([1, channels, height, width], planes);
        let broken = |_| ToolError::Broken;
        let [source, ..] = self.0.input_ids() else { return Err(ToolError::Broken) };
        let [first, ..] = self.0.output_ids() else { return Err(ToolError::Broken) };
        let pool = ThreadPool::with_num_threads(THREADS);
        let options = RunOptions::default().with_thread_pool(Some(Arc::new(pool)));
        let made = self.0.run(vec![(*source, input.view().into())], &[*first], Some(options));
        let made = made.map_err(|_| ToolError::Broken)?.pop().ok_or(ToolError::Broken)?;
        made.try_into().map_err(|_| ()).map_err(broken)
    }
}
