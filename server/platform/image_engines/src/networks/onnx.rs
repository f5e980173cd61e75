/// Writes networks in the format ONNX (a message of Protocol Buffers), as far as the networks here need it.
#[derive(Default)]
pub(crate) struct Graph {
    /// Encoded nodes and weights.
    body: Vec<u8>,
    count: usize,
}

/// A value in a graph, by its name.
pub(crate) type Name = String;

/// The name of what goes into a graph.
pub(crate) const INPUT: &str = "input";
/// The version of the operators.
const OPERATORS_VERSION: u64 = 17;
const FORMAT_VERSION: u64 = 8;
/// Codes of element and attribute types.
const FLOAT: u64 = 1;
const INTEGERS: u64 = 7;
const INTEGER: u64 = 2;

impl Graph {
    /// Adds a convolution with a step of one, and zeros around, so that the sides stay. `shape`: channels out and in, and the
    /// side of the kernel.
    pub(crate) fn convolve(
        &mut self,
        source: &str,
        shape: [usize; 3],
        weights: &[f32],
        bias: &[f32],
    ) -> Name {
        let [outputs, inputs, side] = shape;
        let weights = self.constant(&[outputs, inputs, side, side], weights);
        let bias = self.constant(&[outputs], bias);
        let pad = side / 2;
        let attributes =
            [integers("kernel_shape", &[side; 2]), integers("pads", &[pad; 4])].concat();
        self.node("Conv", &[source, &weights, &bias], &attributes)
    }

    /// Adds an operator on values of one shape.
    pub(crate) fn apply(&mut self, operator: &str, sources: &[&str]) -> Name {
        self.node(operator, sources, &[])
    }

    /// Adds a value of one number.
    pub(crate) fn number(&mut self, number: f32) -> Name {
        self.constant(&[1], &[number])
    }

    /// Joins the channels of values.
    pub(crate) fn join(&mut self, sources: &[&str]) -> Name {
        let attribute = [text(1, "axis"), number(3, 1), number(20, INTEGER)].concat();
        self.node("Concat", sources, &message(5, &attribute))
    }

    /// Returns the network that makes `output` of its input of so many channels.
    pub(crate) fn finish(self, output: &str, channels_in: usize, channels_out: usize) -> Vec<u8> {
        let graph = [
            self.body,
            text(2, "graph"),
            message(11, &value(INPUT, channels_in)),
            message(12, &value(output, channels_out)),
        ];
        let operators = message(8, &[text(1, ""), number(2, OPERATORS_VERSION)].concat());
        [number(1, FORMAT_VERSION), operators, message(7, &graph.concat())].concat()
    }

    fn constant(&mut self, shape: &[usize], values: &[f32]) -> Name {
        let name = self.next_name();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut tensor: Vec<u8> = shape.iter().flat_map(|side| number(1, *side as u64)).collect();
        tensor.extend([number(2, FLOAT), text(8, &name), message(9, &bytes)].concat());
        self.body.extend(message(5, &tensor));
        name
    }

    fn node(&mut self, operator: &str, sources: &[&str], attributes: &[u8]) -> Name {
        let name = self.next_name();
        let mut node: Vec<u8> = sources.iter().flat_map(|source| text(1, source)).collect();
        node.extend([text(2, &name), text(3, &name), text(4, operator)].concat());
        node.extend(attributes);
        self.body.extend(message(1, &node));
        name
    }

    fn next_name(&mut self) -> Name {
        self.count += 1;
        format!("v{}", self.count)
    }
}

fn integers(name: &str, values: &[usize]) -> Vec<u8> {
    let mut attribute = text(1, name);
    attribute.extend(values.iter().flat_map(|value| number(8, *value as u64)));
    attribute.extend(number(20, INTEGERS));
    message(5, &attribute)
}

/// A value of one picture with any sides.
fn value(name: &str, channels: usize) -> Vec<u8> {
    let fixed = |side: usize| message(1, &number(1, side as u64));
    let any = |name: &str| message(1, &text(2, name));
    let shape = [fixed(1), fixed(channels), any("height"), any("width")].concat();
    let tensor = [number(1, FLOAT), message(2, &shape)].concat();
    [text(1, name), message(2, &message(1, &tensor))].concat()
}

fn number(field: u64, value: u64) -> Vec<u8> {
    [variable(field << 3), variable(value)].concat()
}

fn text(field: u64, text: &str) -> Vec<u8> {
    message(field, text.as_bytes())
}

fn message(field: u64, content: &[u8]) -> Vec<u8> {
    let mut made = variable((field << 3) | 2);
    made.extend(variable(content.len() as u64));
    made.extend(content);
    made
}

/// Encodes a number by seven bits a byte.
fn variable(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use rten_tensor::prelude::*;

    use super::*;
    use crate::networks::network::Network;

    #[test]
    fn a_network_that_was_written_is_run() {
        let mut graph = Graph::default();
        // The pixel to the left, twice, and one.
        let mut weights = [0.0; 9];
        weights[3] = 2.0;
        let moved = graph.convolve(INPUT, [1, 1, 3], &weights, &[1.0]);
        let half = graph.number(0.5);
        let halved = graph.apply("Mul", &[&moved, &half]);
        let joined = graph.join(&[&halved, INPUT]);
        let network = Network::load(graph.finish(&joined, 1, 2)).unwrap();
        let made = network.run(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 1, 3, 2).unwrap();
        let made: Vec<f32> = made.iter().copied().collect();
        assert_eq!(made, [0.5, 1.5, 2.5, 0.5, 4.5, 5.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
