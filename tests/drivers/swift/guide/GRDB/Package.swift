// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "GRDB",
    products: [.library(name: "GRDB", targets: ["GRDB"])],
    targets: [.target(name: "GRDB")],
    swiftLanguageModes: [.v6]
)
